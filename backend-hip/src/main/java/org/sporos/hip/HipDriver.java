package org.sporos.hip;

import static org.sporos.hip.HipCall.check;
import static org.sporos.hip.HipCall.checkRelease;
import static org.sporos.hip.HipGlue.*;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.sporos.gpu.CopyShape;
import org.sporos.gpu.GpuDriver;
import org.sporos.gpu.GpuFeatures;
import org.sporos.gpu.GpuProperties;
import org.sporos.gpu.LaunchShape;
import org.sporos.gpu.NcclCalls;
import org.sporos.gpu.NodeKind;

/**
 * A {@link GpuDriver} of one HIP device, by the native glue. A function that a release lacks makes a feature
 * unavailable. Thread-safe.
 */
final class HipDriver implements GpuDriver {
    private static final int NOT_READY = 600;
    private static final int STREAM_NON_BLOCKING = 1;
    private static final int EVENT_DISABLE_TIMING = 2;
    private static final int THREAD_LOCAL = 1;
    private static final int RELAXED = 2;
    private static final int AUTO_FREE_ON_LAUNCH = 1;

    /** Output parameters of functions, at most two. */
    private static final ThreadLocal<long[]> OUT = ThreadLocal.withInitial(() -> new long[2]);

    private final int device;
    private final int version;
    private final GpuProperties properties;
    private final boolean uploads = HipGlue.has("hipGraphUpload");
    private final boolean allocates = HipGlue.has("hipGraphAddMemAllocNode");
    private final boolean waves = HipGlue.has("hipGraphKernelNodeSetAttribute");
    private final boolean semaphores = HipGlue.has("hipGraphAddExternalSemaphoresWaitNode");
    private final HipGraphMemory graphMemory;
    private final HipNodeCount nodeCount;

    private HipDriver(int device, int version, GpuProperties properties) {
        this.device = device;
        this.version = version;
        this.properties = properties;
        this.graphMemory = new HipGraphMemory(device);
        long probe = createGraph();
        this.nodeCount = new HipNodeCount(HipNodeCount.type(addEmpty(probe)));
        destroyGraph(probe);
    }

    static HipDriver open(int device) {
        check(hipSetDevice(device), "hipSetDevice");
        return new HipDriver(device, HipDevices.version(), HipDevices.describe(device));
    }

    /** Makes the device current on this thread, as most calls require, and returns the thread's array of outputs. */
    private long[] enter() {
        check(hipSetDevice(device), "hipSetDevice");
        return OUT.get();
    }

    /** Releases an object. After a fatal failure even making the device current fails, which is ignored. */
    private void release(IntSupplier call, String name) {
        int entered = hipSetDevice(device);
        checkRelease(entered == 0 ? call.getAsInt() : entered, name);
    }

    /** Checks the status of a function, and returns its first output. */
    private static long output(long[] out, int status, String call) {
        check(status, call);
        return out[0];
    }

    @Override
    public GpuProperties properties() {
        return properties;
    }

    /** No release has conditional nodes or honours node priorities. */
    @Override
    public GpuFeatures features() {
        return new GpuFeatures(false, allocates, semaphores, 0, false, false, waves);
    }

    @Override
    public void makeCurrent() {
        enter();
    }

    @Override
    public NcclCalls collectives() {
        return new HipCollectives(device);
    }

    @Override
    public boolean isFatal(int status) {
        return HipCall.isFatal(status);
    }

    @Override
    public void reach(GpuDriver peer) {
        enter();
        HipDevices.reach(device, ((HipDriver) peer).device);
    }

    // Memory

    @Override
    public long allocate(long bytes) {
        long[] address = enter();
        return output(address, hipMalloc(address, bytes), "hipMalloc");
    }

    @Override
    public void free(long address) {
        release(() -> hipFree(address), "hipFree");
    }

    @Override
    public long allocatePinned(long bytes) {
        long[] address = enter();
        return output(address, hipHostMalloc(address, bytes, 0), "hipHostMalloc");
    }

    @Override
    public void freePinned(long address) {
        release(() -> hipHostFree(address), "hipHostFree");
    }

    @Override
    public ByteBuffer pinnedBuffer(long address, int bytes) {
        return HipAddress.buffer(address, bytes);
    }

    @Override
    public void registerPinned(long address, long bytes) {
        enter();
        check(hipHostRegister(address, bytes, 0), "hipHostRegister");
    }

    @Override
    public void unregisterPinned(long address) {
        release(() -> hipHostUnregister(address), "hipHostUnregister");
    }

    @Override
    public long addressOf(ByteBuffer memory) {
        return HipAddress.of(memory);
    }

    @Override
    public boolean isOfDevice(long address) {
        enter();
        return HipAddress.isOfDevice(address, device);
    }

    @Override
    public long freeBytes() {
        long[] freeAndTotal = enter();
        return output(freeAndTotal, hipMemGetInfo(freeAndTotal), "hipMemGetInfo");
    }

    /** Contiguous memory is copied by the simpler function, which is the most mature in all releases. */
    @Override
    public void copy(CopyShape s, long stream) {
        enter();
        if (s.height() == 1 && s.depth() == 1) {
            copy(s.to(), s.from(), s.width(), stream);
        } else {
            check(hipMemcpy3DAsync(HipShapes.of(s), stream), "hipMemcpy3DAsync");
        }
    }

    @Override
    public void copy(long to, long from, long bytes, long stream) {
        enter();
        check(hipMemcpyAsync(to, from, bytes, stream), "hipMemcpyAsync");
    }

    /** Fills row by row: 2D fills of HIP support bytes only. */
    @Override
    public void fill(long address, long pitch, int value, int elementBytes, long width, long height, long stream) {
        enter();
        for (long row = 0; row < height; row++) {
            long to = address + row * pitch;
            int status = switch (elementBytes) {
                case 1 -> hipMemsetD8Async(to, value, width, stream);
                case 2 -> hipMemsetD16Async(to, value, width, stream);
                default -> hipMemsetD32Async(to, value, width, stream);
            };
            check(status, "hipMemsetDAsync");
        }
    }

    // Streams and events

    @Override
    public long createStream(int none) {
        long[] stream = enter();
        return output(stream, hipStreamCreateWithFlags(stream, STREAM_NON_BLOCKING), "hipStreamCreateWithFlags");
    }

    @Override
    public void destroyStream(long stream) {
        release(() -> hipStreamDestroy(stream), "hipStreamDestroy");
    }

    @Override
    public void synchronize(long stream) {
        enter();
        check(hipStreamSynchronize(stream), "hipStreamSynchronize");
    }

    @Override
    public boolean isIdle(long stream) {
        enter();
        int status = hipStreamQuery(stream);
        if (status != NOT_READY) {
            check(status, "hipStreamQuery");
        }
        return status != NOT_READY;
    }

    @Override
    public long createEvent() {
        long[] event = enter();
        return output(event, hipEventCreateWithFlags(event, EVENT_DISABLE_TIMING), "hipEventCreateWithFlags");
    }

    @Override
    public void destroyEvent(long event) {
        release(() -> hipEventDestroy(event), "hipEventDestroy");
    }

    @Override
    public void record(long event, long stream) {
        enter();
        check(hipEventRecord(event, stream), "hipEventRecord");
    }

    @Override
    public void await(long event, long stream) {
        enter();
        check(hipStreamWaitEvent(stream, event), "hipStreamWaitEvent");
    }

    @Override
    public void synchronizeEvent(long event) {
        enter();
        check(hipEventSynchronize(event), "hipEventSynchronize");
    }

    @Override
    public long importSemaphore(int fileDescriptor) {
        long[] semaphore = enter();
        return output(semaphore, hipImportExternalSemaphore(semaphore, fileDescriptor), "hipImportExternalSemaphore");
    }

    @Override
    public void destroySemaphore(long semaphore) {
        release(() -> hipDestroyExternalSemaphore(semaphore), "hipDestroyExternalSemaphore");
    }

    // Kernels

    @Override
    public byte[] compile(String source, String name, List<String> options) {
        return HipRtcCompiler.compile(source, name, properties.architecture(), version, options);
    }

    @Override
    public String compilerVersion() {
        return HipRtcCompiler.version(version);
    }

    @Override
    public long loadModule(byte[] image) {
        long[] module = enter();
        return output(module, hipModuleLoadData(module, image), "hipModuleLoadData");
    }

    @Override
    public void unloadModule(long module) {
        release(() -> hipModuleUnload(module), "hipModuleUnload");
    }

    @Override
    public long function(long module, String name) {
        long[] function = enter();
        return output(function, hipModuleGetFunction(function, module, name), "hipModuleGetFunction");
    }

    @Override
    public int blocksPerMultiprocessor(long function, int block, int sharedBytes) {
        enter();
        int[] blocks = new int[1];
        int status = hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block, sharedBytes);
        check(status, "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor");
        return blocks[0];
    }

    @Override
    public void launch(long function, LaunchShape s, ByteBuffer arguments, long stream) {
        enter();
        int status = hipModuleLaunchKernel(function, HipShapes.of(s), stream, arguments, arguments.limit());
        check(status, "hipModuleLaunchKernel");
    }

    // Graphs

    @Override
    public long createGraph() {
        long[] graph = enter();
        return output(graph, hipGraphCreate(graph), "hipGraphCreate");
    }

    @Override
    public void destroyGraph(long graph) {
        release(() -> hipGraphDestroy(graph), "hipGraphDestroy");
    }

    @Override
    public long addKernel(long graph, long function, LaunchShape s, ByteBuffer arguments) {
        long[] node = enter();
        int status = hipGraphAddKernelNode(node, graph, function, HipShapes.of(s), arguments, arguments.limit());
        check(status, "hipGraphAddKernelNode");
        if (s.isWave()) {
            check(hipGraphKernelNodeSetCooperative(node[0]), "hipGraphKernelNodeSetAttribute");
        }
        return node[0];
    }

    @Override
    public long addCopy(long graph, CopyShape s) {
        long[] node = enter();
        if (s.height() == 1 && s.depth() == 1) {
            check(hipGraphAddMemcpyNode1D(node, graph, s.to(), s.from(), s.width()), "hipGraphAddMemcpyNode1D");
        } else {
            check(hipGraphAddMemcpyNode(node, graph, HipShapes.of(s)), "hipGraphAddMemcpyNode");
        }
        return node[0];
    }

    @Override
    public long addFill(long graph, long address, long pitch, int value, int elementBytes, long width, long height) {
        long[] node = enter();
        int status = hipGraphAddMemsetNode(node, graph, address, pitch, value, elementBytes, width, height);
        return output(node, status, "hipGraphAddMemsetNode");
    }

    @Override
    public long addHost(long graph, Runnable body) {
        long[] node = enter();
        long id = HipHostCalls.bodies().register(body);
        check(hipGraphAddHostNode(node, graph, HipHostCalls.function(), id), "hipGraphAddHostNode");
        return node[0];
    }

    @Override
    public void releaseHost(Runnable body) {
        HipHostCalls.bodies().release(body);
    }

    @Override
    public long addEmpty(long graph) {
        long[] node = enter();
        return output(node, hipGraphAddEmptyNode(node, graph), "hipGraphAddEmptyNode");
    }

    @Override
    public long addChild(long graph, long child) {
        long[] node = enter();
        return output(node, hipGraphAddChildGraphNode(node, graph, child), "hipGraphAddChildGraphNode");
    }

    @Override
    public long[] addAllocate(long graph, long bytes) {
        long[] nodeAndAddress = enter();
        check(hipGraphAddMemAllocNode(nodeAndAddress, graph, device, bytes), "hipGraphAddMemAllocNode");
        return nodeAndAddress.clone();
    }

    @Override
    public long addFree(long graph, long address) {
        long[] node = enter();
        return output(node, hipGraphAddMemFreeNode(node, graph, address), "hipGraphAddMemFreeNode");
    }

    @Override
    public long addEventRecord(long graph, long event) {
        long[] node = enter();
        return output(node, hipGraphAddEventRecordNode(node, graph, event), "hipGraphAddEventRecordNode");
    }

    @Override
    public long addEventWait(long graph, long event) {
        long[] node = enter();
        return output(node, hipGraphAddEventWaitNode(node, graph, event), "hipGraphAddEventWaitNode");
    }

    @Override
    public long addSemaphoreSignal(long graph, long semaphore, long value) {
        long[] node = enter();
        int status = hipGraphAddExternalSemaphoresSignalNode(node, graph, semaphore, value);
        return output(node, status, "hipGraphAddExternalSemaphoresSignalNode");
    }

    @Override
    public long addSemaphoreWait(long graph, long semaphore, long value) {
        long[] node = enter();
        int status = hipGraphAddExternalSemaphoresWaitNode(node, graph, semaphore, value);
        return output(node, status, "hipGraphAddExternalSemaphoresWaitNode");
    }

    @Override
    public void addEdge(long graph, long from, long to) {
        enter();
        check(hipGraphAddDependencies(graph, from, to), "hipGraphAddDependencies");
    }

    @Override
    public Map<NodeKind, Integer> countNodes(long graph) {
        enter();
        return nodeCount.of(graph);
    }

    /** With auto-free, a launch frees the memory that the previous run left allocated. */
    @Override
    public long instantiate(long graph) {
        long[] executable = enter();
        int status = allocates
                ? hipGraphInstantiateWithFlags(executable, graph, AUTO_FREE_ON_LAUNCH)
                : hipGraphInstantiate(executable, graph);
        return output(executable, status, "hipGraphInstantiate");
    }

    @Override
    public void destroyExecutable(long executable) {
        release(() -> hipGraphExecDestroy(executable), "hipGraphExecDestroy");
    }

    @Override
    public void upload(long executable, long stream) {
        enter();
        check(uploads ? hipGraphUpload(executable, stream) : 0, "hipGraphUpload");
    }

    @Override
    public void launchGraph(long executable, long stream) {
        enter();
        check(hipGraphLaunch(executable, stream), "hipGraphLaunch");
    }

    @Override
    public void beginCapture(long stream, boolean isRelaxed) {
        enter();
        check(hipStreamBeginCapture(stream, isRelaxed ? RELAXED : THREAD_LOCAL), "hipStreamBeginCapture");
    }

    @Override
    public long endCapture(long stream) {
        long[] graph = enter();
        return output(graph, hipStreamEndCapture(stream, graph), "hipStreamEndCapture");
    }

    @Override
    public long graphMemoryBytes() {
        enter();
        return graphMemory.reserved();
    }

    @Override
    public long graphMemoryInUse() {
        enter();
        return graphMemory.used();
    }

    @Override
    public void trimGraphMemory() {
        enter();
        graphMemory.trim();
    }

    /** Nothing to release: HIP keeps one context per device for the life of the process. */
    @Override
    public void close() {}
}
