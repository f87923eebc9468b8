package org.sporos.kernel.analysis.dependence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.Kernel;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/** Races between the items of two kernels against a comparison of all pairs of items. */
class PairRacesTest {
    private static final int SIZE = 200;
    private static final IntView VIEW = IntView.of("view", MemorySpace.host(), SIZE);
    private static final IntView PART = VIEW.subview(Slice.range(3, SIZE));
    private static final IntView OUT = IntView.of("out", MemorySpace.host(), SIZE);

    private static KernelFacts facts(RangeBody body, RangePolicy range) {
        Kernel kernel = Lifting.lift("body", body);
        return KernelFacts.of(kernel, Binding.of(kernel), IterationSpace.of(range));
    }

    private static boolean collide(int n, int a, int b, int c, int d) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (i != j && a * i + b == c * j + d) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void races_of_affine_accesses_are_those_of_all_pairs_of_items() {
        long seed = Long.getLong("sporos.seed", System.nanoTime());
        for (int round = 0; round < 100; round++) {
            Random random = new Random(seed + round);
            int n = 2 + random.nextInt(20);
            int a = random.nextInt(5);
            int b = random.nextInt(20);
            int c = random.nextInt(5);
            int d = random.nextInt(20);
            boolean isPart = random.nextBoolean();
            IntView read = isPart ? PART : VIEW;
            RangePolicy range = RangePolicy.of(n);
            List<ItemRace> races = PairRaces.between(
                    facts(i -> VIEW.set(a * i + b, i), range), facts(i -> OUT.set(i, read.get(c * i + d)), range));
            boolean collide = collide(n, a, b, c, d + (isPart ? 3 : 0));
            assertThat(!races.isEmpty())
                    .as("seed %s: %s i + %s and %s j + %s, part %s", seed + round, a, b, c, d, isPart)
                    .isEqualTo(collide);
            assertThat(races).allSatisfy(race -> assertThat(race.certain()).isTrue());
        }
    }

    @Test
    void accesses_of_one_item_and_reads_alone_are_no_race() {
        RangePolicy range = RangePolicy.of(SIZE);
        KernelFacts writes = facts(i -> VIEW.set(i, i), range);
        KernelFacts reads = facts(i -> OUT.set(i, VIEW.get(i)), range);
        assertThat(PairRaces.between(writes, reads)).isEmpty();
        KernelFacts all = facts(i -> OUT.set(i, VIEW.get(0)), range);
        assertThat(PairRaces.between(all, reads)).isEmpty();
        assertThat(PairRaces.between(writes, all)).hasSize(1);
        RangePolicy one = RangePolicy.of(1);
        assertThat(PairRaces.between(facts(i -> VIEW.set(0, i), one), facts(i -> OUT.set(i, VIEW.get(0)), one)))
                .isEmpty();
    }

    @Test
    void an_access_that_a_condition_guards_is_an_uncertain_race() {
        RangePolicy range = RangePolicy.of(SIZE);
        KernelFacts guarded = facts(
                i -> {
                    if (OUT.get(i) > 0) {
                        VIEW.set(0, i);
                    }
                },
                range);
        assertThat(PairRaces.between(guarded, facts(i -> OUT.set(i, VIEW.get(0)), range)))
                .filteredOn(race -> !race.certain())
                .isNotEmpty();
    }
}
