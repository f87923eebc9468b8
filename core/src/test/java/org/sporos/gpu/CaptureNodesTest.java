package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sporos.contract.BrokenException;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.CaptureBody;
import org.sporos.graph.CaptureStream;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.Task;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;

class CaptureNodesTest {
    private final ScriptedDriver sequence = new ScriptedDriver(
            "createGraph", "beginCapture", "endCapture", "addChild", "destroyGraph", "synchronize", "copy");
    private final GpuSpace space = GpuSpace.open("cuda", sequence.driver(), CppDialect.CUDA);
    private long recorded;

    @BeforeAll
    static void keepNoImages() {
        System.setProperty("sporos.cache", "off");
    }

    @AfterAll
    static void keepImages() {
        System.clearProperty("sporos.cache");
    }

    @AfterEach
    void close() {
        space.close();
    }

    /** Notes the calls of a body among those of the driver, and then makes some. */
    private CaptureBody noting(CaptureBody body) {
        return stream -> {
            recorded = stream.handle();
            sequence.calls().add(stream.isCapturing() ? "record" : "warm up");
            body.record(stream);
        };
    }

    private static Graph graph(Capture capture) {
        return Graph.define("step", root -> root.thenCapture("gemm", capture));
    }

    /** Returns the calls from the making of the graph on, the handle of the capture's stream by a name. */
    private List<String> lowered(Capture capture) {
        sequence.calls().clear();
        graph(capture).instantiate(space).close();
        return named();
    }

    private List<String> named() {
        int first = sequence.calls().indexOf("createGraph") + 1;
        int last = sequence.calls().indexOf("destroyGraph 70");
        return sequence.calls().subList(first, last < 0 ? sequence.calls().size() : last + 1).stream()
                .filter(call -> call.matches("record|warm up|.* (70|" + recorded + ")( \\w+)?|addChild.*|copy.*"))
                .map(call -> call.replaceAll(" " + recorded + "( \\w+)?$", " s$1")
                        .replaceAll("^addChild \\d+ ", "addChild ")
                        .replaceAll("^copy CopyShape.*", "copy"))
                .toList();
    }

    private GraphException refusal(Capture capture) {
        sequence.calls().clear();
        return catchThrowableOfType(
                GraphException.class, () -> graph(capture).instantiate(space).close());
    }

    @Test
    void a_body_is_run_to_warm_up_and_then_recorded_into_a_child_graph() {
        sequence.sequence("endCapture", () -> 70L);

        assertThat(lowered(Capture.cuda(noting(stream -> {})).accessing(Access.reads())))
                .containsExactly(
                        "warm up",
                        "synchronize s",
                        "beginCapture s false",
                        "record",
                        "endCapture s",
                        "addChild 70",
                        "destroyGraph 70");
    }

    @Test
    void views_that_are_written_hold_after_the_warm_up_what_they_held_before() {
        sequence.sequence("endCapture", () -> 70L);
        try (DoubleView x = DoubleView.of("x", space, 100);
                DoubleView y = DoubleView.of("y", space, 10, 10)) {
            DoubleView part = y.subview(Slice.at(1), Slice.all());
            Capture capture = Capture.cuda(noting(stream -> {})).accessing(Access.reads(x), Access.updates(part));
            long before = space.memorySpace().statistics().liveAllocations();

            assertThat(lowered(capture))
                    .containsExactly(
                            "copy",
                            "warm up",
                            "synchronize s",
                            "copy",
                            "beginCapture s false",
                            "record",
                            "endCapture s",
                            "addChild 70",
                            "destroyGraph 70");
            assertThat(space.memorySpace().statistics().liveAllocations()).isEqualTo(before);
        }
    }

    @Test
    void a_recording_that_was_broken_off_is_tried_once_more_after_another_warm_up() {
        sequence.fail("endCapture", 901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED");
        sequence.sequence("endCapture", () -> 70L);

        assertThat(lowered(Capture.cuda(noting(stream -> {})).accessing(Access.reads())))
                .containsExactly(
                        "warm up",
                        "synchronize s",
                        "beginCapture s false",
                        "record",
                        "endCapture s",
                        "warm up",
                        "synchronize s",
                        "beginCapture s false",
                        "record",
                        "endCapture s",
                        "addChild 70",
                        "destroyGraph 70");
    }

    @Test
    void a_recording_that_breaks_twice_is_refused_by_graph_node_and_line() {
        sequence.fail("endCapture", 901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED");
        sequence.fail("endCapture", 901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED");

        GraphException refusal = refusal(Capture.cuda(stream -> {}).accessing(Access.reads()));

        assertThat(refusal.getMessage().replaceAll("java:\\d+", "java:LINE"))
                .isEqualTo(
                        "D403: capture 'gemm' (CaptureNodesTest.java:LINE) of graph 'step' cannot be recorded on cuda:0:"
                                + " D401: endCapture failed with CUDA_ERROR_STREAM_CAPTURE_INVALIDATED (901): scripted\n"
                                + "      Make only calls on the stream that is given, which may be recorded: no waiting, no"
                                + " allocation.");
        assertThat(refusal).hasCauseInstanceOf(GpuException.class);
        assertThat(refusal.getSuppressed()).hasSize(1);
    }

    @Test
    void what_a_body_throws_in_its_warm_up_is_the_cause_and_nothing_is_recorded() {
        GraphException refusal = refusal(Capture.cuda(noting(stream -> {
                    throw new java.io.IOException("no library");
                }))
                .accessing(Access.reads()));

        assertThat(refusal)
                .hasMessageContaining(" of graph 'step' fails in its warm-up run on cuda:0: IOException: no library\n")
                .hasCauseInstanceOf(java.io.IOException.class);
        assertThat(named()).containsExactly("warm up", "synchronize s");
    }

    @Test
    void a_body_whose_exception_throws_itself_is_refused_all_the_same() {
        for (String method : BrokenException.METHODS) {
            BrokenException broken = new BrokenException(method);
            GraphException refusal = refusal(Capture.cuda(stream -> {
                        throw broken;
                    })
                    .accessing(Access.reads()));
            assertThat(refusal).isNotNull();
            assertThat(refusal.getMessage()).startsWith("D403: ").contains(" BrokenException" + broken.told() + "\n");
        }
    }

    @Test
    void a_recording_in_which_the_body_throws_is_ended_and_its_graph_destroyed() {
        sequence.sequence("endCapture", () -> 60L);
        sequence.sequence("endCapture", () -> 70L);

        GraphException refusal = refusal(Capture.cuda(noting(stream -> {
                    if (stream.isCapturing()) {
                        throw new UnsatisfiedLinkError("no cublas");
                    }
                }))
                .accessing(Access.reads()));

        assertThat(refusal).hasMessageContaining(" cannot be recorded on cuda:0: UnsatisfiedLinkError: no cublas\n");
        assertThat(sequence.calls()).contains("destroyGraph 60", "destroyGraph 70");
    }

    @Test
    void a_recording_that_no_graph_takes_is_refused_and_destroyed() {
        sequence.sequence("endCapture", () -> 70L);
        sequence.fail("addChild", 801, "CUDA_ERROR_NOT_SUPPORTED");

        GraphException refusal = refusal(Capture.cuda(stream -> {}).accessing(Access.reads()));

        assertThat(refusal)
                .hasMessageContaining(
                        " of graph 'step' records what cannot be part of a graph on cuda:0: D401: addChild"
                                + " failed with CUDA_ERROR_NOT_SUPPORTED");
        assertThat(sequence.calls()).contains("destroyGraph 70");
    }

    @Test
    void a_warm_up_that_breaks_the_device_ends_the_space() {
        Capture capture = Capture.cuda(stream -> sequence.fail("synchronize", 700, "CUDA_ERROR_ILLEGAL_ADDRESS"))
                .accessing(Access.reads());

        assertThat(refusal(capture)).hasMessageContaining("CUDA_ERROR_ILLEGAL_ADDRESS (700)");
        assertThat(space.isUsable()).isFalse();
    }

    @Test
    void the_stream_of_a_body_is_not_to_be_kept() {
        sequence.sequence("endCapture", () -> 70L);
        CaptureStream[] kept = new CaptureStream[1];
        lowered(Capture.cuda(noting(stream -> kept[0] = stream)).accessing(Access.reads()));

        assertThatThrownBy(() -> kept[0].handle())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("S219: the stream of a capture is used after the body has ended");
        assertThatThrownBy(() -> kept[0].isCapturing()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_relaxed_capture_is_recorded_in_the_relaxed_mode() {
        sequence.sequence("endCapture", () -> 70L);

        assertThat(lowered(Capture.cuda(noting(stream -> {})).relaxed().accessing(Access.reads())))
                .contains("beginCapture s true");
    }

    @Test
    void a_collective_capture_is_run_once_and_recorded_once_however_that_ends() {
        sequence.sequence("endCapture", () -> 70L);
        Capture capture = Capture.cuda(noting(stream -> {})).collective().accessing(Access.reads());
        List<String> calls = List.of("warm up", "synchronize s", "beginCapture s false", "record", "endCapture s");

        assertThat(lowered(capture))
                .startsWith(calls.toArray(new String[0]))
                .endsWith("addChild 70", "destroyGraph 70");

        sequence.fail("endCapture", 901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED");
        GraphException refusal = refusal(capture);
        assertThat(refusal)
                .hasMessageStartingWith("D403: capture 'gemm' (CaptureNodesTest.java:")
                .hasMessageContaining(" cannot be recorded on cuda:0: D401: endCapture failed");
        assertThat(refusal.getSuppressed()).isEmpty();
        assertThat(named()).isEqualTo(calls);
    }

    @Test
    void a_capture_without_a_warm_up_is_recorded_once_and_waits_for_nothing() {
        sequence.sequence("endCapture", () -> 70L);
        try (DoubleView x = DoubleView.of("x", space, 100)) {
            Capture capture = Capture.cuda(noting(stream -> {})).withoutWarmUp().accessing(Access.writes(x));

            assertThat(lowered(capture))
                    .containsExactly(
                            "beginCapture s false", "record", "endCapture s", "addChild 70", "destroyGraph 70");
        }
    }

    @Test
    void a_workspace_is_memory_of_the_pool_for_as_long_as_the_executable() {
        sequence.sequence("endCapture", () -> 70L);
        List<Long> seen = new ArrayList<>();
        Capture capture = Capture.cuda(noting(stream -> {
                    seen.add(stream.workspace());
                    seen.add(stream.workspaceBytes());
                }))
                .withWorkspace(10_000)
                .accessing(Access.reads());
        Graph graph = graph(capture);
        long without =
                instantiatedBytes(graph(Capture.cuda(noting(stream -> {})).accessing(Access.reads())));
        sequence.sequence("endCapture", () -> 70L);

        assertThat(instantiatedBytes(graph)).isGreaterThanOrEqualTo(without + 10_000);
        assertThat(seen).hasSize(4);
        assertThat(seen.subList(2, 4)).isEqualTo(seen.subList(0, 2));
        assertThat(seen.get(1)).isEqualTo(10_000);
        assertThat(graph.memoryPlan(space).toString()).contains("workspace of 'gemm'");
    }

    /** Returns the bytes that an executable takes, after a check that it gives them back. */
    private long instantiatedBytes(Graph graph) {
        long before = space.memorySpace().statistics().bytesInUse();
        long bytes;
        try (ExecutableGraph exec = graph.instantiate(space)) {
            bytes = space.memorySpace().statistics().bytesInUse() - before;
        }
        assertThat(space.memorySpace().statistics().bytesInUse()).isEqualTo(before);
        return bytes;
    }

    @Test
    void a_workspace_that_is_empty_or_not_asked_for_is_refused() {
        Capture capture = Capture.cuda(CaptureStream::workspace).accessing(Access.reads());

        assertThatThrownBy(() -> capture.withWorkspace(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S269: a capture is given a workspace of 0 bytes; give it 1 or more, or none");
        assertThat(refusal(capture))
                .hasMessageContaining(
                        " fails in its warm-up run on cuda:0: CodedStateException: S269: a capture has no workspace;"
                                + " ask for it"
                                + " by withWorkspace(bytes) of the capture\n");
    }

    @Test
    void options_of_a_recording_do_not_undo_each_other() {
        Capture all = Capture.host(() -> {})
                .relaxed()
                .collective()
                .withWorkspace(5)
                .withoutWarmUp()
                .keepAlive(this);
        assertThat(all.isRelaxed()).isTrue();
        assertThat(all.isRetried()).isFalse();
        assertThat(all.warmsUp()).isFalse();
        assertThat(all.workspaceBytes()).isEqualTo(5);
        Capture plain = Capture.host(() -> {});
        assertThat(plain.isRelaxed()).isFalse();
        assertThat(plain.isRetried()).isTrue();
        assertThat(plain.warmsUp()).isTrue();
        assertThat(plain.workspaceBytes()).isZero();
    }

    @Test
    void a_capture_is_recorded_on_a_stream_of_its_priority() {
        ScriptedDriver driver = new ScriptedDriver("createStream");
        Task task = Task.capture("gemm", Capture.cuda(stream -> {}).accessing(Access.reads()))
                .withPriority(Task.HIGHEST_PRIORITY);
        try (GpuSpace own = GpuSpace.open("cuda", driver.driver(), CppDialect.CUDA)) {
            driver.calls().clear();
            Graph.define("step", root -> root.then(task)).instantiate(own).close();
        }
        assertThat(driver.calls()).contains("createStream 5");
    }

    @Test
    void a_capture_without_a_body_for_the_kind_is_refused() {
        assertThat(refusal(Capture.hip(stream -> {}).accessing(Access.reads())))
                .hasMessageStartingWith("S215: node 'gemm'")
                .hasMessageContaining("captures nothing that cuda:0 can run");
    }
}
