package org.sporos.kernel.analysis.dependence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.internal.space.StridedRegion;
import org.sporos.kernel.IrInterpreter;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.matrix.Full;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangeBody4;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;
import org.sporos.view.Layout;
import org.sporos.view.Slice;
import org.sporos.view.View;

/** What the facts say of races among work items against runs in which each access is written down. */
class DependenceOracleTest {

    @Test
    void no_race_of_random_kernels_is_missed() {
        compare(Full.count(300, 30_000), Long.getLong("sporos.seed", System.nanoTime()), KernelFacts::races);
    }

    @Test
    void a_dependence_test_that_finds_nothing_is_noticed() {
        assertThatThrownBy(() -> compare(300, 1, facts -> List.of()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("is missed");
    }

    private static void compare(int rounds, long seed, Function<KernelFacts, List<ItemRace>> test) {
        int free = 0;
        int proven = 0;
        for (int round = 0; round < rounds; round++) {
            Random source = new Random(seed + round);
            Case random = new Case(source, seed + round, Case.views(source));
            boolean races = random.run().race;
            List<ItemRace> found = test.apply(random.facts());
            random.require(!races || !found.isEmpty(), "a race is missed");
            random.require(races || found.stream().noneMatch(ItemRace::certain), "a certain race does not happen");
            free += races ? 0 : 1;
            proven += found.isEmpty() ? 1 : 0;
        }
        assertThat(proven).as("of %s free of races, seed %s", free, seed).isGreaterThan(free / 2);
    }

    @Test
    void kernels_that_are_kept_apart_never_meet() {
        comparePairs(100, Long.getLong("sporos.seed", System.nanoTime()));
    }

    @Test
    @Tag("full")
    void many_kernels_that_are_kept_apart_never_meet() {
        comparePairs(15_000, Long.getLong("sporos.seed", System.nanoTime()));
    }

    /** Two kernels over the same views: what they do to these is compared pair by pair. */
    private static void comparePairs(int rounds, long seed) {
        int apart = 0;
        for (int round = 0; round < rounds; round++) {
            Random random = new Random(seed + round);
            List<View> views = Case.views(random);
            Case one = new Case(random, seed + round, views);
            Case other = new Case(random, seed + round, views);
            apart += compare(one, other);
        }
        assertThat(apart).as("seed %s", seed).isGreaterThan(rounds / 10);
    }

    private static int compare(Case one, Case other) {
        Map<AccessedElements, Set<Long>> first = one.run().touched;
        Map<AccessedElements, Set<Long>> second = other.run().touched;
        KernelFacts facts = one.facts();
        KernelFacts otherFacts = other.facts();
        int apart = 0;
        for (AccessSite a : facts.sites()) {
            for (AccessSite b : otherFacts.sites()) {
                if (new KernelPairs().areDisjoint(facts, a, otherFacts, b)) {
                    apart++;
                    Set<Long> of = first.getOrDefault(
                            new AccessedElements(facts.view(a.view()), a.mode() == AccessMode.WRITE), Set.of());
                    Set<Long> by = second.getOrDefault(
                            new AccessedElements(otherFacts.view(b.view()), b.mode() == AccessMode.WRITE), Set.of());
                    one.require(Collections.disjoint(of, by), "a meeting is missed with\n" + other.kernel);
                }
            }
        }
        return apart;
    }

    /** That elements of a view are written, or read. */
    private record AccessedElements(View view, boolean write) {}

    /** One kernel with its launch. */
    private static final class Case {
        private final Random random;
        private final long seed;
        private final Policy policy;
        private final KernelBody unused;
        private final Kernel kernel;

        Case(Random random, long seed, List<View> views) {
            this.random = random;
            this.seed = seed;
            int rank = 1 + random.nextInt(4);
            boolean wide = rank == 1 && random.nextBoolean();
            long begin = wide ? begin(Long.MIN_VALUE, Long.MAX_VALUE) : begin(Integer.MIN_VALUE, Integer.MAX_VALUE);
            this.policy = policy(rank, wide, begin);
            this.unused = unused(rank, wide);
            this.kernel = RandomGuards.make(random, rank, wide ? Type.I64 : Type.I32, begin, views);
        }

        /** Around zero, around a power of two, at either end. */
        private long begin(long least, long most) {
            return switch (random.nextInt(6)) {
                case 0 -> most - 1 - random.nextInt(12);
                case 1 -> least + random.nextInt(12);
                case 2 -> most == Long.MAX_VALUE ? Integer.MAX_VALUE - random.nextInt(12) : random.nextInt(1000);
                case 3 -> 0;
                default -> random.nextInt(13) - 6;
            };
        }

        private long end(long begin, int most, long last) {
            long size = 1 + random.nextInt(most);
            return last - begin < size && last - begin >= 0 ? last : begin + size;
        }

        private Policy policy(int rank, boolean wide, long begin) {
            if (wide) {
                return LongRangePolicy.of(begin, end(begin, 24, Long.MAX_VALUE));
            } else if (rank == 1) {
                return RangePolicy.of((int) begin, (int) end(begin, 24, Integer.MAX_VALUE));
            }
            int[] begins = new int[rank];
            int[] ends = new int[rank];
            for (int d = 0; d < rank; d++) {
                begins[d] = random.nextInt(3) == 0 ? (int) begin : random.nextInt(5) - 2;
                ends[d] = (int) end(begins[d], rank == 4 ? 3 : 5, Integer.MAX_VALUE);
            }
            return MDRangePolicy.of(begins, ends);
        }

        private static KernelBody unused(int rank, boolean wide) {
            if (wide) {
                return (LongRangeBody) i -> {};
            }
            return switch (rank) {
                case 1 -> (RangeBody) i -> {};
                case 2 -> (RangeBody2) (i, j) -> {};
                case 3 -> (RangeBody3) (i, j, k) -> {};
                default -> (RangeBody4) (i, j, k, l) -> {};
            };
        }

        /** One view, or two that share their memory. */
        static List<View> views(Random random) {
            int extent = 4 + random.nextInt(40);
            List<View> views = new ArrayList<>();
            if (random.nextBoolean()) {
                IntView flat = IntView.of("flat", MemorySpace.host(), extent);
                views.add(flat);
                if (random.nextInt(3) == 0) {
                    views.add(flat.subview(Slice.range(1 + random.nextInt(2), extent)));
                }
                return views;
            }
            Layout layout = random.nextBoolean() ? Layout.LEFT : Layout.RIGHT;
            IntView box = IntView.of("box", MemorySpace.host(), layout, 2 + random.nextInt(6), 2 + random.nextInt(6));
            views.add(box);
            if (random.nextInt(3) == 0) {
                views.add(
                        random.nextBoolean()
                                ? box.subview(Slice.all(), Slice.at(1))
                                : box.subview(Slice.at(1), Slice.all()));
            }
            return views;
        }

        KernelFacts facts() {
            return KernelFacts.of(kernel, Binding.of(kernel), IterationSpace.of(policy));
        }

        Elements run() {
            Elements elements = new Elements(kernel);
            IrInterpreter.run(kernel, new NamedKernel.Instance(policy, unused, List.of()), elements);
            return elements;
        }

        void require(boolean holds, String violation) {
            if (!holds) {
                throw new AssertionError(
                        violation + ", seed " + seed + ", " + policy + "\n" + kernel + "\n" + facts().races());
            }
        }
    }

    /** Which items touch which element. */
    private static final class Elements implements IrInterpreter.Observer {
        private final Value firstIndex;
        private final Object[] values;
        private final Map<Long, int[]> byElement = new HashMap<>();
        private final Map<AccessedElements, Set<Long>> touched = new HashMap<>();
        private int item;
        private boolean race;

        Elements(Kernel kernel) {
            this.firstIndex = kernel.body().arguments().get(0);
            this.values = new Object[kernel.valueCount()];
        }

        @Override
        public void see(Value value, @Nullable Object computed) {
            item += value == firstIndex ? 1 : 0;
            values[value.id()] = computed;
            if (value instanceof Instruction access && access.op() instanceof Op.Load load) {
                touch(access, load.view(), false);
            } else if (value instanceof Instruction access && access.op() instanceof Op.Store store) {
                touch(access, store.view(), true);
            }
        }

        private void touch(Instruction access, ViewRef ref, boolean write) {
            View view = ((ViewRef.Captured) ref).view();
            StridedRegion region = view.region();
            long position = region.offset();
            for (int d = 0; d < region.rank(); d++) {
                position += ((Number) values[access.operand(d).id()]).longValue() * region.strides()[d];
            }
            touched.computeIfAbsent(new AccessedElements(view, write), key -> new HashSet<>())
                    .add(position);
            // The item that wrote, and the one that touched; -1 for several.
            int[] items = byElement.computeIfAbsent(position, p -> new int[2]);
            race |= items[0] != 0 && items[0] != item;
            race |= write && items[1] != 0 && items[1] != item;
            items[1] = items[1] == 0 || items[1] == item ? item : -1;
            items[0] = write ? item : items[0];
        }
    }
}
