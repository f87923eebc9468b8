package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sporos.gpu.ConditionalKind;
import org.sporos.gpu.CopyShape;
import org.sporos.gpu.GpuException;
import org.sporos.gpu.LaunchShape;
import org.sporos.gpu.NodeKind;

/** Runs each kind of call on the device, where there is one. */
class CudaDriverTest {
    private static final int N = 1000;
    private static final long BYTES = N * 8L;
    private static final String SOURCE = """
            extern "C" __device__ void cudaGraphSetConditional(unsigned long long, unsigned int);
            extern "C" __global__ void add(double* x, int n, double a) {
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                if (i < n) x[i] += a;
            }
            extern "C" __global__ void below(double* x, double limit, unsigned long long handle) {
                cudaGraphSetConditional(handle, x[0] < limit);
            }
            """;

    private final List<Runnable> cleanup = new ArrayList<>();
    private CudaDriver driver;
    private long stream;
    private long x;
    private long pinned;
    private ByteBuffer host;
    private long add;
    private long below;

    @BeforeEach
    void open() {
        assumeTrue(Files.exists(Path.of("/dev/nvidiactl")), "there is no NVIDIA device on this machine");
        Loader.loadGlobal("libcuda.so.1");
        driver = CudaDriver.open(0);
        stream = driver.createStream();
        x = driver.allocate(BYTES);
        pinned = driver.allocatePinned(BYTES);
        host = driver.pinnedBuffer(pinned, (int) BYTES);
        long module = driver.loadModule(driver.compile(SOURCE, "test.cu", List.of("-fmad=false")));
        add = driver.function(module, "add");
        below = driver.function(module, "below");
        cleanup.add(() -> driver.unloadModule(module));
    }

    @AfterEach
    void close() {
        if (driver != null) {
            cleanup.forEach(Runnable::run);
            driver.freePinned(pinned);
            driver.free(x);
            driver.destroyStream(stream);
            driver.close();
        }
    }

    private ByteBuffer addArguments(double a) {
        return arguments().putLong(0, x).putInt(8, N).putDouble(16, a);
    }

    private static ByteBuffer arguments() {
        return ByteBuffer.allocateDirect(24).order(ByteOrder.nativeOrder());
    }

    private void run(long graph) {
        long executable = driver.instantiate(graph);
        driver.upload(executable, stream);
        driver.launchGraph(executable, stream);
        driver.synchronize(stream);
        driver.destroyExecutable(executable);
        driver.destroyGraph(graph);
    }

    /** Adds a fill of x with zeros, and then a copy of x to the host after the node that {@code last} stands for. */
    private long fill(long graph) {
        return driver.addFill(graph, x, BYTES, 0, 4, 2L * N, 1);
    }

    private void copyOut(long graph, long last) {
        driver.addEdge(graph, last, driver.addCopy(graph, CopyShape.linear(pinned, x, BYTES)));
    }

    @Test
    void a_device_says_what_it_is() {
        assertThat(driver.properties().architecture()).matches("sm_\\d+");
        assertThat(driver.properties().warpSize()).isEqualTo(32);
        assertThat(driver.blocksPerMultiprocessor(add, 256, 0)).isPositive();
    }

    @Test
    void a_loop_runs_on_the_device_until_its_condition_ends_it() {
        long graph = driver.createGraph();
        long handle = driver.createConditionalHandle(graph, 0);
        ByteBuffer test = arguments().putLong(0, x).putDouble(8, 10).putLong(16, handle);
        long filled = fill(graph);
        long first = driver.addKernel(graph, below, LaunchShape.single(), test);
        driver.addEdge(graph, filled, first);
        long[] loop = driver.addConditional(graph, handle, ConditionalKind.WHILE, 1);
        driver.addEdge(graph, first, loop[0]);
        long body = driver.addKernel(loop[1], add, LaunchShape.linear(4, 256), addArguments(1));
        driver.addEdge(loop[1], body, driver.addKernel(loop[1], below, LaunchShape.single(), test));
        copyOut(graph, loop[0]);

        assertThat(driver.countNodes(graph))
                .isEqualTo(Map.of(NodeKind.FILL, 1, NodeKind.KERNEL, 1, NodeKind.CONDITIONAL, 1, NodeKind.COPY, 1));
        run(graph);

        assertThat(host.getDouble(8 * (N - 1))).isEqualTo(10);
    }

    @Test
    void a_host_node_runs_java_code_after_the_copy_that_it_waits_for() {
        double[] seen = new double[1];
        Runnable look = () -> seen[0] = host.getDouble(0);
        long graph = driver.createGraph();
        long filled = fill(graph);
        long added = driver.addKernel(graph, add, LaunchShape.linear(4, 256), addArguments(3));
        driver.addEdge(graph, filled, added);
        long copied = driver.addCopy(graph, CopyShape.linear(pinned, x, BYTES));
        driver.addEdge(graph, added, copied);
        driver.addEdge(graph, copied, driver.addHost(graph, look));

        run(graph);
        driver.releaseHost(look);

        assertThat(seen[0]).isEqualTo(3);
    }

    @Test
    void memory_can_live_inside_of_a_graph() {
        driver.trimGraphMemory();
        long before = driver.graphMemoryBytes();
        long inUseBefore = driver.graphMemoryInUse();
        long graph = driver.createGraph();
        long[] allocated = driver.addAllocate(graph, 1 << 20);
        long free = driver.addFree(graph, allocated[1]);
        driver.addEdge(graph, allocated[0], free);

        assertThat(driver.countNodes(graph)).isEqualTo(Map.of(NodeKind.ALLOCATE, 1, NodeKind.FREE, 1));
        run(graph);

        // When the driver takes memory from a graph that has gone is its own matter, unless it is asked to.
        assertThat(driver.graphMemoryBytes()).isPositive().isGreaterThanOrEqualTo(driver.graphMemoryInUse());
        driver.trimGraphMemory();
        assertThat(driver.graphMemoryInUse()).isLessThanOrEqualTo(inUseBefore);
        assertThat(driver.graphMemoryBytes()).isLessThanOrEqualTo(before);
    }

    @Test
    void children_events_and_empty_nodes_are_native_nodes() {
        long event = driver.createEvent();
        cleanup.add(() -> driver.destroyEvent(event));
        long child = driver.createGraph();
        driver.addKernel(child, add, LaunchShape.linear(4, 256), addArguments(1));
        long graph = driver.createGraph();
        driver.addChild(graph, child);
        driver.addEmpty(graph);
        driver.addEventRecord(graph, event);
        driver.addEventWait(graph, event);

        assertThat(driver.countNodes(graph))
                .isEqualTo(
                        Map.of(NodeKind.CHILD, 1, NodeKind.EMPTY, 1, NodeKind.EVENT_RECORD, 1, NodeKind.EVENT_WAIT, 1));
        driver.destroyGraph(child);
        run(graph);
    }

    @Test
    void calls_on_a_stream_are_captured_into_a_graph() {
        driver.beginCapture(stream, false);
        driver.fill(x, BYTES, 0, 4, 2L * N, 1, stream);
        driver.launch(add, LaunchShape.linear(4, 256), addArguments(2), stream);
        driver.copy(CopyShape.linear(pinned, x, BYTES), stream);
        long graph = driver.endCapture(stream);

        assertThat(driver.countNodes(graph)).isEqualTo(Map.of(NodeKind.FILL, 1, NodeKind.KERNEL, 1, NodeKind.COPY, 1));
        run(graph);

        assertThat(host.getDouble(0)).isEqualTo(2);
    }

    @Test
    void a_strided_copy_moves_rows() {
        driver.fill(x, BYTES, 0, 4, 2L * N, 1, stream);
        for (int i = 0; i < 20; i++) {
            host.putDouble(8 * i, i);
        }
        driver.copy(new CopyShape(x, 10 * 8, 4, pinned, 5 * 8, 4, 3 * 8, 4, 1), stream);
        driver.copy(CopyShape.linear(pinned, x, 40 * 8), stream);
        driver.synchronize(stream);

        double[] row = new double[10];
        host.slice(0, 80).order(ByteOrder.nativeOrder()).asDoubleBuffer().get(row);
        assertThat(row).containsExactly(0, 1, 2, 0, 0, 0, 0, 0, 0, 0);
        assertThat(host.getDouble(8 * 32)).isEqualTo(17);
        assertThat(driver.isIdle(stream)).isTrue();
    }

    @Test
    void a_failed_call_has_the_drivers_name_of_the_error() {
        assertThatThrownBy(() -> driver.free(12345))
                .isInstanceOf(GpuException.class)
                .hasMessage("D401: cuMemFree failed with CUDA_ERROR_INVALID_VALUE (1): invalid argument");
        assertThatThrownBy(() -> driver.allocate(1L << 50))
                .isInstanceOf(GpuException.class)
                .hasMessageContaining("CUDA_ERROR_OUT_OF_MEMORY");
    }

    @Test
    void a_source_that_does_not_compile_shows_the_compilers_log() {
        assertThatThrownBy(() -> driver.compile("__global__ void f() { nonsense; }", "wrong.cu", List.of()))
                .isInstanceOf(GpuException.class)
                .hasMessageContaining("NVRTC_ERROR_COMPILATION")
                .hasMessageContaining("wrong.cu(1)")
                .hasMessageContaining("nonsense");
    }
}
