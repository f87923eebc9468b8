package org.sporos.kernel.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.analysis.interval.RandomIntegers;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Interference, last uses and temporary values of random kernels against all paths from each definition. */
class LivenessTest {
    private static Kernel kernel(long seed) {
        IntView input = IntView.of("input", MemorySpace.host(), 16);
        return RandomIntegers.make(new Random(seed), input, LongView.of("output", MemorySpace.host(), 7));
    }

    @Test
    void variables_interfere_where_one_is_set_while_the_other_is_needed() {
        for (long seed = 0; seed < 12; seed++) {
            Paths paths = new Paths(kernel(seed), value -> false);
            Map<Value, Set<Value>> needed = new HashMap<>();
            paths.variables.forEach(value -> needed.put(value, paths.neededBehind(value)));
            for (Value a : paths.variables) {
                for (Value b : paths.variables) {
                    boolean expected = a != b
                            && (needed.get(a).contains(b) || needed.get(b).contains(a));
                    assertThat(paths.liveness.interfere(a, b))
                            .as("%s and %s of seed %d", a, b, seed)
                            .isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void an_inlined_value_needs_its_operands_where_it_is_used() {
        for (long seed = 0; seed < 30; seed++) {
            Kernel kernel = kernel(seed);
            Uses uses = new Uses(kernel.body());
            Paths paths = new Paths(
                    kernel,
                    value -> value instanceof Instruction at
                            && (Uses.isAtom(at) || at.isPure() && uses.isSingleLocalUse(at)));
            int ended = 0;
            for (Block block : kernel.body().blocks()) {
                for (Instruction at : block.instructions()) {
                    for (Value value : paths.liveness.lastUses(at)) {
                        assertThat(paths.liveness.isTemporary(value)).isTrue();
                        assertThat(paths.isNeeded(
                                        value, block, block.instructions().indexOf(at) + 1))
                                .isFalse();
                        assertThat(paths.used(at.operands())).contains(value);
                        ended++;
                    }
                }
            }
            long temporaries = paths.variables.stream()
                    .filter(value -> value instanceof Instruction at && paths.isNeededAtHomeAlone(at))
                    .peek(value -> assertThat(paths.liveness.isTemporary(value))
                            .as("%s", value)
                            .isTrue())
                    .count();
            assertThat(ended).as("seed %d", seed).isEqualTo((int) temporaries);
        }
    }

    @Test
    void uses_are_operands_of_instructions_ends_and_edges() {
        for (long seed = 0; seed < 60; seed++) {
            Region region = kernel(seed).body();
            List<Value> all = new ArrayList<>();
            for (Block block : region.blocks()) {
                block.instructions().forEach(at -> all.addAll(at.operands()));
                all.addAll(block.terminator().operands());
                block.terminator().edges().forEach(edge -> all.addAll(edge.arguments()));
            }
            Uses uses = new Uses(region);
            for (Value value : all) {
                assertThat(uses.count(value))
                        .isEqualTo((int) all.stream().filter(value::equals).count());
            }
            for (Block block : region.blocks()) {
                for (Instruction at : block.instructions()) {
                    assertThat(uses.home(at)).isSameAs(block);
                    assertThat(Uses.isAtom(at) && !(at.op() instanceof Op.Constant || at.op() instanceof Op.Scalar))
                            .isFalse();
                }
            }
        }
    }

    /** All paths through a kernel, one definition and one use after the other. */
    private static final class Paths {
        final List<Value> variables = new ArrayList<>();
        final Liveness liveness;
        private final Region region;
        private final Predicate<Value> inlined;
        private final Uses uses;

        Paths(Kernel kernel, Predicate<Value> inlined) {
            this.region = kernel.body();
            this.inlined = inlined;
            this.uses = new Uses(region);
            this.liveness = new Liveness(region, uses, inlined);
            for (Block block : region.blocks()) {
                block.arguments().stream().filter(of -> uses.count(of) > 0).forEach(variables::add);
                block.instructions().stream()
                        .filter(at -> at.type() != Type.VOID && !inlined.test(at))
                        .forEach(variables::add);
            }
        }

        Set<Value> used(Collection<? extends Value> operands) {
            Set<Value> all = new HashSet<>();
            for (Value operand : operands) {
                all.addAll(inlined.test(operand) ? used(((Instruction) operand).operands()) : Set.of(operand));
            }
            return all;
        }

        boolean isNeededAtHomeAlone(Instruction value) {
            boolean here = false;
            for (Block block : region.blocks()) {
                Set<Value> atEnd = used(block.terminator().operands());
                block.terminator().edges().forEach(edge -> atEnd.addAll(used(edge.arguments())));
                boolean inside = block.instructions().stream()
                        .anyMatch(at -> !inlined.test(at) && used(at.operands()).contains(value));
                boolean home = block.instructions().contains(value);
                if (atEnd.contains(value) || inside && !home) {
                    return false;
                }
                here |= inside;
            }
            return here;
        }

        /** Returns the values that some path uses before it sets them, right behind where a value is set. */
        Set<Value> neededBehind(Value value) {
            for (Block block : region.blocks()) {
                if (block.arguments().contains(value)) {
                    Set<Value> needed = neededFrom(block, 0);
                    block.arguments().stream().filter(of -> uses.count(of) > 0).forEach(needed::add);
                    return needed;
                } else if (value instanceof Instruction at
                        && block.instructions().contains(at)) {
                    return neededFrom(block, block.instructions().indexOf(at) + 1);
                }
            }
            throw new AssertionError(value);
        }

        Set<Value> neededFrom(Block block, int from) {
            Set<Value> needed = new HashSet<>();
            for (Value value : variables) {
                if (isNeeded(value, block, from)) {
                    needed.add(value);
                }
            }
            return needed;
        }

        private boolean isNeeded(Value value, Block from, int first) {
            Deque<Block> left = new ArrayDeque<>();
            Set<Block> seen = new HashSet<>();
            int k = first;
            for (Block block = from; block != null; block = left.poll(), k = 0) {
                boolean set = false;
                for (; k < block.instructions().size() && !set; k++) {
                    Instruction at = block.instructions().get(k);
                    if (!inlined.test(at) && used(at.operands()).contains(value)) {
                        return true;
                    }
                    set = at == value;
                }
                if (set) {
                    continue;
                }
                if (used(block.terminator().operands()).contains(value)) {
                    return true;
                }
                for (Edge edge : block.terminator().edges()) {
                    Block next = region.block(edge.target());
                    if (used(edge.arguments()).contains(value)) {
                        return true;
                    } else if (!next.arguments().contains(value) && seen.add(next)) {
                        left.add(next);
                    }
                }
            }
            return false;
        }
    }
}
