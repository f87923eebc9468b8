package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.sporos.reduce.Reducers.Sum;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Profile;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** The page "Why is my graph slow?": its tables and pictures are those of one run, and not compared. */
final class WhySlowTest {
    private static final int N = 3000;

    private final ExecutionSpace space = ExecutionSpaces.open();

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        space.close();
    }

    private DoubleView rod(String label) {
        double[] values = new double[N];
        values[0] = 1;
        return DoubleView.copyOf(label, space, values);
    }

    private static Graph first(DoubleView u, DoubleView v, DoubleView change) {
        int n = N;
        // snippet: slow-first
        RangePolicy inside = RangePolicy.of(1, n - 1);
        Graph relax = Graph.define("relax", root -> {
            NodeRef smooth = root.thenParallelFor("smooth", inside, i -> v.set(i, 0.5 * (u.get(i - 1) + u.get(i + 1))));
            smooth.then("change", () -> {
                        double sum = 0;
                        for (int i = 1; i < n - 1; i++) {
                            double d = v.get(i) - u.get(i);
                            sum += d * d;
                        }
                        change.set(sum);
                    })
                    .thenParallelFor("copy back", inside, i -> u.set(i, v.get(i)));
        });
        // end
        return relax;
    }

    private static Graph second(DoubleView u, DoubleView v, DoubleView change) {
        RangePolicy inside = RangePolicy.of(1, N - 1);
        return Graph.define("relax", root -> {
            NodeRef smooth = root.thenParallelFor("smooth", inside, i -> v.set(i, 0.5 * (u.get(i - 1) + u.get(i + 1))));
            // snippet: slow-second
            smooth.thenParallelReduce("change", inside, Sum.into(change, i -> square(v.get(i) - u.get(i))))
                    // end
                    .thenParallelFor("copy back", inside, i -> u.set(i, v.get(i)));
        });
    }

    private static Graph third(DoubleView u, DoubleView v, DoubleView change) {
        RangePolicy inside = RangePolicy.of(1, N - 1);
        // snippet: slow-third
        Graph relax = Graph.define("relax twice", root -> {
            root.thenParallelFor("there", inside, i -> v.set(i, 0.5 * (u.get(i - 1) + u.get(i + 1))))
                    .thenParallelFor("and back", inside, i -> u.set(i, 0.5 * (v.get(i - 1) + v.get(i + 1))))
                    .thenParallelReduce("change", inside, Sum.into(change, i -> square(v.get(i) - u.get(i))));
        });
        // end
        return relax;
    }

    private static double square(double d) {
        return d * d;
    }

    private void profile(Graph relax) throws IOException {
        // snippet: slow-profile
        try (ExecutableGraph exec = relax.instantiate(space)) {
            for (int warm = 0; warm < 50; warm++) {
                exec.submit();
            }
            Profile profile = exec.profile(100);
            System.out.println(profile);
            profile.svg(folder.resolve("relax.svg"));
            profile.graphSvg(folder.resolve("relax-graph.svg"));
            profile.trace(folder.resolve("relax.json"));
        }
        // end
        assertThat(Files.size(folder.resolve("relax.svg"))).isPositive();
    }

    @Test
    void all_three_do_the_same_and_can_be_profiled() throws IOException {
        double[][] results = new double[3][];
        for (int version = 0; version < 3; version++) {
            try (DoubleView u = rod("u");
                    DoubleView v = rod("v");
                    DoubleView change = DoubleView.of("change", space)) {
                Graph relax =
                        version == 0 ? first(u, v, change) : version == 1 ? second(u, v, change) : third(u, v, change);
                profile(relax);
                results[version] = u.toArray();
                assertThat(change.read()).isPositive();
            }
        }
        assertThat(results[1]).isEqualTo(results[0]);
        assertThat(results[2][1]).isGreaterThan(results[0][1]).isCloseTo(1, within(0.1));
    }

    @Test
    void nodes_of_a_merged_launch_have_shares() {
        int n = N;
        try (DoubleView u = rod("u");
                DoubleView v = rod("v");
                ExecutableGraph exec = Graph.define(
                                "merged",
                                root -> root.thenParallelFor("grow", RangePolicy.of(n), i -> u.set(i, 1.01 * u.get(i)))
                                        .thenParallelFor("wave", RangePolicy.of(n), i -> v.set(i, wave(u.get(i)))))
                        .instantiate(space)) {
            for (int warm = 0; warm < 300; warm++) {
                exec.submit();
            }
            double[] before = u.toArray();
            // snippet: slow-shares
            Profile profile = exec.profile(100).withNodeShares(20);
            System.out.println(profile);
            // end
            assertThat(u.toArray()[0]).isCloseTo(before[0] * Math.pow(1.01, 100), within(1e-9));
            assertThat(profile.launches()).hasSize(1);
            assertThat(profile.launches().get(0).shadow())
                    .extracting(share -> share.node().label())
                    .containsExactly("grow", "wave");
        }
    }

    private static double wave(double x) {
        return Math.sqrt(1 + x * x) / (2 + x);
    }
}
