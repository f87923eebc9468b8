package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.sporos.reduce.Reducers.Sum;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Profile;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionStream;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

abstract class ProfileContract extends Contract {
    private static final int N = 5000;

    @TempDir
    Path folder;

    private Graph diamond(DoubleView x, DoubleView y, DoubleView z, DoubleView sum) {
        return Graph.define("a \"diamond\" <of> kernels\n", root -> {
            NodeRef a = root.thenParallelFor("a", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1));
            NodeRef b = a.thenParallelFor("b", RangePolicy.of(N), i -> y.set(i, 2 * x.get(N - 1 - i)));
            NodeRef c = a.thenParallelFor("c", RangePolicy.of(N), i -> z.set(i, 3 * x.get(N - 1 - i)));
            Graph.whenAll(b, c)
                    .thenParallelReduce(
                            "sum \\ \"d\"", RangePolicy.of(N), Sum.into(sum, i -> y.get(N - 1 - i) + z.get(i)));
        });
    }

    private ExecutableGraph diamond(Merging merging) {
        return instantiate(diamond(doubles("x", N), doubles("y", N), doubles("z", N), doubles("sum")), merging);
    }

    @Test
    void a_profile_of_some_runs_does_so_many_runs_and_calls_host_nodes_once_in_each() {
        IntView x = ints("x", 10);
        AtomicInteger calls = new AtomicInteger();
        ExecutableGraph exec =
                instantiate(root -> root.thenParallelFor("count", RangePolicy.of(10), i -> x.set(i, x.get(i) + 1))
                        .thenHost("call", Access.reads(), calls::incrementAndGet));
        Profile profile = exec.profile(7);
        assertThat(calls).hasValue(7);
        assertThat(x.toArray()).containsOnly(7);
        assertThat(profile.recordedRuns().count()).isEqualTo(4);
        assertThat(profile.plainTurnarounds().count()).isEqualTo(3);
        run(exec);
        assertThat(x.toArray()).containsOnly(8);
    }

    @Test
    void each_launch_is_there_with_a_time_and_the_shares_and_the_gaps_make_all() {
        Profile profile = diamond(Merging.OFF).profile(6);
        assertThat(profile.launches())
                .hasSize(4)
                .allMatch(launch -> launch.times().count() == 3 && launch.perRun() == 1)
                .allMatch(launch -> launch.times().median() > 0
                        && launch.times().p90() >= launch.times().median());
        assertThat(profile.launches())
                .extracting(launch -> launch.nodes().get(0).label())
                .containsExactly("a", "b", "c", "sum \\ \"d\"");
        double all = profile.launches().stream()
                        .mapToDouble(Profile.ProfiledLaunch::share)
                        .sum()
                + profile.gapShare();
        assertThat(all).isCloseTo(1, within(1e-9));
        assertThat(profile.recordedTurnarounds().median())
                .isGreaterThanOrEqualTo(profile.recordedRuns().median() / 2);
        assertThat(profile.clockNanos()).isPositive();
        assertThat(profile.lostPieces()).isZero();
        assertThat(profile.toString())
                .contains("profile of graph 'a \"diamond\" <of> kernels\\n' on " + space().name())
                .contains("launches ", "gaps ", "submit() itself", "sum \\ \"d\"");
    }

    @Test
    void a_launch_tells_its_least_work_and_its_rates() {
        DoubleView x = doubles("x", N);
        DoubleView y = doubles("y", N);
        ExecutableGraph exec = instantiate(Graph.define(
                "axpy",
                root -> root.thenParallelFor("axpy", RangePolicy.of(N), i -> y.set(i, 2 * x.get(i) + y.get(i)))));
        Profile profile = exec.profile(2);
        Profile.ProfiledLaunch axpy = profile.launches().get(0);
        assertThat(axpy.work()).isEqualTo(new Profile.LeastWork(24L * N, true, 2L * N, true));
        assertThat(axpy.gigabytesPerSecond()).isCloseTo(24.0 * N / axpy.times().median(), within(1e-9));
        assertThat(axpy.gigaflopsPerSecond()).isCloseTo(2.0 * N / axpy.times().median(), within(1e-9));
        assertThat(profile.toString()).contains("GB/s", "Gflop/s", "axpy");
    }

    /** The rates of a space settle for two seconds each. */
    @Test
    @Tag("full")
    void the_rates_of_built_in_loops_are_measured_once_and_stand_in_the_table() {
        DoubleView x = doubles("x", N);
        Profile profile = instantiate(Graph.define(
                        "double",
                        root -> root.thenParallelFor("double", RangePolicy.of(N), i -> x.set(i, 2 * x.get(i)))))
                .profile(2);
        Profile.Ceilings ceilings = profile.roofline();
        System.out.println(ceilings + " on " + spec());
        assertThat(ceilings.gigabytesPerSecond()).isPositive();
        assertThat(ceilings.gigaflopsPerSecond()).isPositive();
        assertThat(profile.roofline()).isSameAs(ceilings);
        assertThat(profile.toString()).contains("built-in loops on this space: triad ");
    }

    @Test
    void a_merged_launch_names_its_nodes() {
        Profile profile = diamond(Merging.ON).profile(2);
        List<String> labels = profile.launches().stream()
                .flatMap(launch -> launch.nodes().stream())
                .map(node -> node.label())
                .toList();
        assertThat(labels).containsExactlyInAnyOrder("a", "b", "c", "sum \\ \"d\"");
    }

    @Test
    void what_is_in_a_loop_is_counted_pass_by_pass_and_a_body_that_is_not_chosen_is_not_there() {
        IntView x = ints("x");
        Graph add = Graph.define("add", root -> root.then("more", () -> x.set(x.get() + 1)));
        Graph never = Graph.define("never", root -> root.then("less", () -> x.set(x.get() - 1)));
        ExecutableGraph exec = instantiate(root -> root.thenFill("zero", x, 0)
                .thenWhile("loop", () -> x.get() < 10, add)
                .thenIf("if", () -> x.get() < 0, never));
        Profile profile = exec.profile(3);
        assertThat(x.toArray()).containsExactly(10);
        assertThat(profile.launches())
                .extracting(launch -> launch.nodes().get(0).label())
                .containsExactly("zero", "more");
        Profile.ProfiledLaunch more = profile.launches().get(1);
        assertThat(more.perRun()).isEqualTo(10);
        assertThat(more.times().count()).isEqualTo(20);
    }

    @Test
    void memory_inside_of_the_graph_and_nested_graphs_are_recorded_like_all() {
        IntView x = ints("x", 100);
        Graph inner = Graph.define(
                "inner", root -> root.thenParallelFor("in", RangePolicy.of(100), i -> x.set(i, x.get(i) + 1)));
        ExecutableGraph exec = instantiate(root -> root.thenGraph("one", inner).thenGraph("two", inner), Merging.OFF);
        Profile profile = exec.profile(1);
        assertThat(x.toArray()).containsOnly(2);
        assertThat(profile.launches())
                .extracting(launch -> launch.nodes().get(0).label())
                .containsExactly("in", "in");
        assertThat(profile.plainTurnarounds()).isEqualTo(new Profile.Times(0, 0, 0));
        assertThat(profile.submits().count()).isEqualTo(1);
    }

    @Test
    void a_trace_has_a_slice_for_each_launch_and_an_arrow_for_each_edge() throws IOException {
        Path file = folder.resolve("trace.json");
        diamond(Merging.OFF).profile(2).trace(file);
        List<Map<String, Object>> events = events(file);
        List<Map<String, Object>> slices = ofPhase(events, "X");
        assertThat(slices).extracting(slice -> slice.get("name")).contains("a", "b", "c", "sum \\ \"d\"");
        assertThat(slices).allMatch(slice -> (double) slice.get("dur") >= 0 && (double) slice.get("ts") >= 0);
        assertThat(ofPhase(events, "M")).extracting(meta -> meta.get("name")).contains("process_name", "thread_name");
        List<Map<String, Object>> begins = ofPhase(events, "s");
        List<Map<String, Object>> ends = ofPhase(events, "f");
        assertThat(begins).hasSize(4);
        assertThat(ends)
                .extracting(end -> end.get("id"))
                .containsExactlyElementsOf(
                        begins.stream().map(begin -> begin.get("id")).toList());
        for (int flow = 0; flow < begins.size(); flow++) {
            assertThat((double) begins.get(flow).get("ts"))
                    .isLessThanOrEqualTo((double) ends.get(flow).get("ts"));
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> events(Path file) throws IOException {
        Map<String, Object> all = (Map<String, Object>) JsonText.parse(Files.readString(file));
        return (List<Map<String, Object>>) all.get("traceEvents");
    }

    private static List<Map<String, Object>> ofPhase(List<Map<String, Object>> events, String phase) {
        return events.stream().filter(event -> phase.equals(event.get("ph"))).toList();
    }

    @Test
    void pictures_are_xml_and_name_the_nodes() throws Exception {
        Profile profile = diamond(Merging.OFF).profile(4);
        Path gantt = folder.resolve("gantt.svg");
        Path graph = folder.resolve("graph.svg");
        profile.svg(gantt);
        profile.graphSvg(graph);
        assertThat(texts(gantt, "title")).anyMatch(text -> text.startsWith("sum \\ \"d\": "));
        assertThat(texts(graph, "text")).anyMatch(text -> text.matches("parallelFor.*: .* [num]?s, .* %"));
    }

    private static List<String> texts(Path svg, String element) throws Exception {
        var nodes = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(Files.readAllBytes(svg)))
                .getElementsByTagName(element);
        return java.util.stream.IntStream.range(0, nodes.getLength())
                .mapToObj(k -> nodes.item(k).getTextContent())
                .toList();
    }

    @Test
    void a_failure_ends_the_profile_and_the_executable_runs_again() {
        IntView x = intsOf("x", 0);
        IntView at = intsOf("at", 7);
        ExecutableGraph exec = instantiate(root -> root.then("far", () -> x.set(at.get(0), x.get(0) + 1)));
        assertThatThrownBy(() -> exec.profile(5))
                .isInstanceOf(GraphRunException.class)
                .hasMessageStartingWith("R301");
        at.assign(new int[] {0});
        assertThat(exec.profile(2).launches()).hasSize(1);
        assertThat(x.toArray()).containsExactly(2);
    }

    @Test
    void what_is_wrong_is_refused() {
        IntView x = ints("x");
        ExecutableGraph exec = instantiate(root -> root.then("one", () -> x.set(1)));
        assertThatThrownBy(() -> exec.profile(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("R330: graph 'g' is to be profiled by 0 runs; ask for at least 1, better for 20 or more");
        exec.close();
        assertThatThrownBy(() -> exec.profile(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("S219");
    }

    @Test
    void a_host_node_cannot_profile() {
        AtomicReference<ExecutableGraph> self = new AtomicReference<>();
        ExecutableGraph exec = instantiate(root ->
                root.thenHost("in", Access.reads(), () -> self.get().profile(1).launches()));
        self.set(exec);
        assertThat(failure(exec)).hasMessageStartingWith("R305");
    }

    @Test
    void submits_of_other_threads_go_on_meanwhile() throws InterruptedException {
        IntView x = ints("x");
        ExecutableGraph exec = instantiate(root -> root.then("one", () -> x.set(x.get() + 1)));
        ExecutionStream second = stream("second");
        Thread other = new Thread(() -> {
            for (int run = 0; run < 200; run++) {
                exec.submit(run % 2 == 0 ? space().defaultStream() : second);
            }
        });
        other.start();
        assertThat(exec.profile(20).launches()).hasSize(1);
        other.join();
        space().fence();
        assertThat(x.toArray()).containsExactly(220);
    }
}
