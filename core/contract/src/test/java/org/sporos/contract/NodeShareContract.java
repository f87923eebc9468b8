package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.debug.Debug;
import org.sporos.graph.Access;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Profile;
import org.sporos.graph.Profile.NodeShare;
import org.sporos.graph.Profile.ProfiledLaunch;
import org.sporos.param.DoubleParam;
import org.sporos.policy.IndexSet;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.ViewRing;

/** The shares of nodes of merged launches, which a shadow measurement finds. */
abstract class NodeShareContract extends Contract {
    private static final int N = 2000;

    @TempDir
    Path folder;

    /** Three loops that may be merged, of which the second does nearly all work. */
    private static NodeRef chain(NodeRef root, DoubleView x, DoubleView y, DoubleParam dt) {
        RangePolicy all = RangePolicy.of(N);
        return root.thenParallelFor("light", all, i -> x.set(i, x.get(i) + dt.get()))
                .thenParallelFor("heavy", all, i -> {
                    double sum = x.get(i);
                    for (int k = 0; k < 60; k++) {
                        sum = sum / 3 + 1 / (2 + sum);
                    }
                    y.set(i, sum);
                })
                .thenParallelFor("sum", all, i -> x.set(i, x.get(i) + y.get(i)));
    }

    private static List<ProfiledLaunch> merged(Profile profile) {
        return profile.launches().stream()
                .filter(launch -> launch.nodes().size() > 1)
                .toList();
    }

    @Test
    void each_node_of_a_merged_launch_has_a_share_and_the_views_stay_as_they_are() {
        DoubleView x = doubles("x", N);
        DoubleView y = doubles("y", N);
        DoubleParam dt = DoubleParam.of("dt", 0.5);
        AtomicInteger calls = new AtomicInteger();
        ExecutableGraph exec =
                instantiate(root -> chain(root, x, y, dt).thenHost("call", Access.reads(), calls::incrementAndGet));
        Profile plain = exec.profile(2);
        double[] before = x.toArray();
        double[] other = y.toArray();
        Profile profile = plain.withNodeShares(3);
        assertThat(x.toArray()).isEqualTo(before);
        assertThat(y.toArray()).isEqualTo(other);
        assertThat(calls).hasValue(2);
        assertThat(plain.launches()).allMatch(launch -> launch.shadow().isEmpty());
        assertThat(profile.launches())
                .extracting(ProfiledLaunch::nodes)
                .isEqualTo(plain.launches().stream().map(ProfiledLaunch::nodes).toList());
        assertThat(profile.launches())
                .filteredOn(launch -> launch.nodes().size() == 1)
                .allMatch(launch -> launch.shadow().isEmpty());
        assertThat(merged(profile)).hasSize(1);
        for (ProfiledLaunch launch : merged(profile)) {
            assertThat(launch.shadow()).extracting(NodeShare::node).isEqualTo(launch.nodes());
            assertThat(launch.shadow())
                    .allMatch(node -> node.skipped().isEmpty() && node.share() > 0)
                    .allMatch(node -> node.alone().count() == 3 && node.alone().median() > 0);
            assertThat(launch.shadow().stream().mapToDouble(NodeShare::share).sum())
                    .isCloseTo(1, within(1e-9));
            assertThat(launch.shadow().get(1).share())
                    .isGreaterThan(launch.shadow().get(0).share());
        }
        run(exec);
        assertThat(calls).hasValue(3);
    }

    @Test
    void the_table_the_trace_and_the_pictures_mark_shares_as_a_shadow() throws IOException {
        DoubleView x = doubles("x", N);
        DoubleView y = doubles("y", N);
        ExecutableGraph exec = instantiate(Graph.define("step", root -> chain(root, x, y, DoubleParam.of("dt", 0.5))));
        Profile plain = exec.profile(2);
        assertThat(plain.toString()).doesNotContain("shadow");
        Profile profile = plain.withNodeShares(2);
        Path trace = folder.resolve("trace.json");
        profile.trace(trace);
        profile.svg(folder.resolve("run.svg"));
        profile.graphSvg(folder.resolve("graph.svg"));
        List<Map<String, Object>> slices = shadowSlices(trace);
        assertThat(profile.toString())
                .containsPattern("shadow: +[0-9.]+ % of it, light, alone [0-9.]+ [num]?s")
                .containsPattern("shadow: +[0-9.]+ % of it, heavy, alone [0-9.]+ [num]?s");
        assertThat(slices)
                .extracting(slice -> slice.get("name"))
                .contains("light (shadow)", "heavy (shadow)", "sum (shadow)");
        assertThat(Files.readString(folder.resolve("run.svg")))
                .contains("light (shadow): ", "heavy (shadow): ", "sum (shadow): ");
        assertThat(Files.readString(folder.resolve("graph.svg")))
                .containsPattern("shadow: [0-9.]+ % of [0-9.]+ [num]?s");
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> shadowSlices(Path file) throws IOException {
        Map<String, Object> all = (Map<String, Object>) JsonText.parse(Files.readString(file));
        return ((List<Map<String, Object>>) all.get("traceEvents"))
                .stream().filter(event -> "shadow".equals(event.get("cat"))).toList();
    }

    @Test
    void temporaries_and_levels_of_rings_have_copies_too() {
        DoubleView x = doubles("x", N);
        try (ViewRing<DoubleView> ring = ViewRing.of(2, k -> DoubleView.of("u" + k, space(), N))) {
            DoubleView u = ring.level(0);
            DoubleView next = ring.level(1);
            ExecutableGraph exec = instantiate(Graph.define("step", root -> {
                AllocateNodeRef<DoubleView> work = root.thenAllocate("work", DoubleView.spec(N));
                DoubleView w = work.view();
                work.thenParallelFor("fill", RangePolicy.of(N), i -> w.set(i, u.get(i) + 1))
                        .thenParallelFor("move", RangePolicy.of(N), i -> next.set(i, w.get(i) + x.get(i)))
                        .thenFree("free", w)
                        .thenAdvance("turn", ring);
            }));
            Profile plain = exec.profile(4);
            double[] before = u.toArray();
            Profile profile = plain.withNodeShares(1);
            assertThat(u.toArray()).isEqualTo(before);
            assertThat(merged(profile))
                    .allMatch(launch -> launch.shadow().stream()
                            .allMatch(node -> node.skipped().isEmpty()));
            run(exec);
            assertThat(u.toArray()).containsOnly(5);
            exec.close();
        }
    }

    @Test
    void what_is_wrong_is_refused() {
        DoubleView x = doubles("x", N);
        DoubleView y = doubles("y", N);
        ExecutableGraph exec = instantiate(Graph.define("step", root -> chain(root, x, y, DoubleParam.of("dt", 0.5))));
        Profile profile = exec.profile(1);
        assertThatThrownBy(() -> profile.withNodeShares(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "R330: graph 'step' is to be profiled by 0 runs; ask for at least 1, better for 20 or more");
        exec.close();
        assertThat(merged(profile.withNodeShares(1)))
                .allMatch(launch -> launch.shadow().size() == 3);
        y.close();
        assertThatThrownBy(() -> profile.withNodeShares(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'y'");
    }

    @Test
    void nodes_that_print_are_not_repeated_and_index_sets_are() {
        DoubleView x = doubles("x", N);
        DoubleView y = doubles("y", N);
        IndexSet set = IndexSet.of(3, 7, 1900);
        try (PrintLogRecorder log = new PrintLogRecorder(100)) {
            ExecutableGraph exec = instantiate(Graph.define("prints", root -> {
                root.thenParallelFor("plain", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1))
                        .thenParallelFor("print", RangePolicy.of(N), i -> {
                            if (i == 7) {
                                Debug.print("x = {}", x.get(i));
                            }
                        });
                root.thenParallelFor("some", set, i -> y.set(i, y.get(i) + 1))
                        .thenParallelFor("more", set, i -> y.set(i, 2 * y.get(i)));
            }));
            Profile plain = exec.profile(2);
            assertThat(log.taken()).hasSize(2);
            Profile profile = plain.withNodeShares(2);
            assertThat(log.taken()).isEmpty();
            for (NodeShare node : merged(profile).stream()
                    .flatMap(launch -> launch.shadow().stream())
                    .toList()) {
                assertThat(node.skipped()).isEqualTo(node.node().label().equals("print") ? "prints" : "");
            }
            assertThat(y.toArray()[1900]).isEqualTo(6);
        }
    }
}
