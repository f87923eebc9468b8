package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Scan;
import org.sporos.graph.Verification;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.ViewRing;

/** Kernels over levels of rings in each code of the host: the same bits as over views that are exchanged by hand. */
final class RingTierTest {
    private static final int N = 130;
    private static final int STEPS = 9;

    /** One step reads a view and writes another. */
    private static Graph step(DoubleView u, DoubleView v, DoubleView line, DoubleView norm) {
        return Graph.define(
                "step",
                root -> root.thenParallelFor(
                                "stencil",
                                MDRangePolicy.of(new int[] {1, 1}, new int[] {N - 1, N - 1}),
                                (i, j) -> v.set(i, j, next(u, i, j)))
                        .thenParallelFor("line", RangePolicy.of(N), i -> line.set(i, v.get(i, N / 2) + line.get(i)))
                        .thenParallelScan(
                                "scan",
                                RangePolicy.of(N),
                                i -> v.get(N / 2, i),
                                (i, s) -> line.set(i, line.get(i) + s),
                                Scan.exclusiveDouble())
                        .thenParallelReduce("norm", RangePolicy.of(N), Sum.into(norm, i -> line.get(i) * v.get(i, 1))));
    }

    private static double next(DoubleView u, int i, int j) {
        return u.get(i, j) + 0.1 * (u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) - 3 * u.get(i, j + 1)) + 0.5;
    }

    /** Returns the field and the norm of each step of the loop that exchanges two views. */
    private static List<double[]> byHand(ExecutionSpace space) {
        List<double[]> seen = new ArrayList<>();
        try (DoubleView u = DoubleView.of("u", space, N, N);
                DoubleView v = DoubleView.of("v", space, N, N);
                DoubleView line = DoubleView.of("line", space, N);
                DoubleView norm = DoubleView.of("norm", space);
                ExecutableGraph there = step(u, v, line, norm).instantiate(space);
                ExecutableGraph back = step(v, u, line, norm).instantiate(space)) {
            for (int t = 0; t < STEPS; t++) {
                (t % 2 == 0 ? there : back).submit();
                seen.add((t % 2 == 0 ? v : u).toArray());
                seen.add(norm.toArray());
            }
        }
        return seen;
    }

    private static List<double[]> byLevels(ExecutionSpace space, String tier) {
        List<double[]> seen = new ArrayList<>();
        try (ViewRing<DoubleView> u = ViewRing.of(2, j -> DoubleView.of("u" + j, space, N, N));
                DoubleView line = DoubleView.of("line", space, N);
                DoubleView norm = DoubleView.of("norm", space)) {
            Graph step = Graph.define(
                    "levels",
                    root -> root.thenGraph("step", step(u.level(0), u.level(1), line, norm))
                            .thenAdvance("turn", u));
            try (ExecutableGraph exec = step.instantiate(space)) {
                for (int t = 0; t < STEPS; t++) {
                    exec.submit();
                    seen.add(u.level(0).toArray());
                    seen.add(norm.toArray());
                }
                if (tier.equals("native")) {
                    assertThat(exec.explain()).contains("code: native");
                }
            }
        }
        return seen;
    }

    @Test
    void each_code_gives_the_same_bits() {
        List<double[]> expected;
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=loop")) {
            expected = byHand(space);
        }
        for (String tier : List.of("loop", "bytecode", "auto", "native")) {
            if (tier.equals("native")) {
                assumeTrue(NativeCompileQueue.isPossible(), "a C++ compiler");
            }
            try (ExecutionSpace space = ExecutionSpaces.open("host,threads=3,kernels=" + tier)) {
                assertThat(byLevels(space, tier))
                        .as(tier)
                        .usingRecursiveComparison()
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void a_verification_turns_its_copies_in_bodies_too() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=3");
                ViewRing<DoubleView> u = ViewRing.of(2, j -> DoubleView.of("u" + j, space, N, N));
                DoubleView line = DoubleView.of("line", space, N);
                DoubleView norm = DoubleView.of("norm", space);
                IntView left = IntView.of("left", space)) {
            Graph one = Graph.define(
                    "one",
                    root -> root.thenGraph("step", step(u.level(0), u.level(1), line, norm))
                            .thenAdvance("turn", u));
            Graph pass = Graph.define(
                    "pass",
                    root -> root.thenGraph("there", one)
                            .thenGraph("back", one)
                            .then("count", () -> left.set(left.get() - 1)));
            Graph loop = Graph.define(
                    "loop",
                    root -> root.thenFill("begin", left, 3)
                            .thenWhile("while", () -> left.get() > 0, pass, 10)
                            .thenGraph("after", one));
            Verification found = loop.verify(space);
            assertThat(found.difference()).isEmpty();
            assertThat(found.skipped()).isEmpty();
            assertThat(u.position()).isZero();
            assertThat(u.level(0).toArray()).containsOnly(0);
        }
    }
}
