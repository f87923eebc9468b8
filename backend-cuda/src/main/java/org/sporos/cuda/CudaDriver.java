package org.sporos.cuda;

import static org.bytedeco.cuda.global.cudart.CUDA_ERROR_NOT_READY;
import static org.bytedeco.cuda.global.cudart.CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
import static org.bytedeco.cuda.global.cudart.CUDA_ERROR_TOO_MANY_PEERS;
import static org.bytedeco.cuda.global.cudart.CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH;
import static org.bytedeco.cuda.global.cudart.CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
import static org.bytedeco.cuda.global.cudart.CUDA_SUCCESS;
import static org.bytedeco.cuda.global.cudart.CU_EVENT_DISABLE_TIMING;
import static org.bytedeco.cuda.global.cudart.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_COND_ASSIGN_DEFAULT;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT;
import static org.bytedeco.cuda.global.cudart.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL;
import static org.bytedeco.cuda.global.cudart.CU_STREAM_CAPTURE_MODE_RELAXED;
import static org.bytedeco.cuda.global.cudart.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
import static org.bytedeco.cuda.global.cudart.CU_STREAM_NON_BLOCKING;
import static org.bytedeco.cuda.global.cudart.cuCtxEnablePeerAccess;
import static org.bytedeco.cuda.global.cudart.cuCtxSetCurrent;
import static org.bytedeco.cuda.global.cudart.cuDeviceCanAccessPeer;
import static org.bytedeco.cuda.global.cudart.cuDeviceGet;
import static org.bytedeco.cuda.global.cudart.cuDeviceGetGraphMemAttribute;
import static org.bytedeco.cuda.global.cudart.cuDeviceGraphMemTrim;
import static org.bytedeco.cuda.global.cudart.cuEventCreate;
import static org.bytedeco.cuda.global.cudart.cuEventDestroy;
import static org.bytedeco.cuda.global.cudart.cuEventRecord;
import static org.bytedeco.cuda.global.cudart.cuEventSynchronize;
import static org.bytedeco.cuda.global.cudart.cuFuncSetAttribute;
import static org.bytedeco.cuda.global.cudart.cuGraphConditionalHandleCreate;
import static org.bytedeco.cuda.global.cudart.cuGraphCreate;
import static org.bytedeco.cuda.global.cudart.cuGraphDestroy;
import static org.bytedeco.cuda.global.cudart.cuGraphExecDestroy;
import static org.bytedeco.cuda.global.cudart.cuGraphLaunch;
import static org.bytedeco.cuda.global.cudart.cuGraphUpload;
import static org.bytedeco.cuda.global.cudart.cuInit;
import static org.bytedeco.cuda.global.cudart.cuLaunchKernel;
import static org.bytedeco.cuda.global.cudart.cuMemAlloc;
import static org.bytedeco.cuda.global.cudart.cuMemFree;
import static org.bytedeco.cuda.global.cudart.cuMemFreeHost;
import static org.bytedeco.cuda.global.cudart.cuMemGetInfo;
import static org.bytedeco.cuda.global.cudart.cuMemHostAlloc;
import static org.bytedeco.cuda.global.cudart.cuMemHostRegister;
import static org.bytedeco.cuda.global.cudart.cuMemHostUnregister;
import static org.bytedeco.cuda.global.cudart.cuMemcpy3DAsync;
import static org.bytedeco.cuda.global.cudart.cuMemcpyAsync;
import static org.bytedeco.cuda.global.cudart.cuMemsetD2D16Async;
import static org.bytedeco.cuda.global.cudart.cuMemsetD2D32Async;
import static org.bytedeco.cuda.global.cudart.cuMemsetD2D8Async;
import static org.bytedeco.cuda.global.cudart.cuModuleGetFunction;
import static org.bytedeco.cuda.global.cudart.cuModuleLoadData;
import static org.bytedeco.cuda.global.cudart.cuModuleUnload;
import static org.bytedeco.cuda.global.cudart.cuOccupancyMaxActiveBlocksPerMultiprocessor;
import static org.bytedeco.cuda.global.cudart.cuPointerGetAttribute;
import static org.bytedeco.cuda.global.cudart.cuStreamBeginCapture;
import static org.bytedeco.cuda.global.cudart.cuStreamCreateWithPriority;
import static org.bytedeco.cuda.global.cudart.cuStreamDestroy;
import static org.bytedeco.cuda.global.cudart.cuStreamEndCapture;
import static org.bytedeco.cuda.global.cudart.cuStreamQuery;
import static org.bytedeco.cuda.global.cudart.cuStreamSynchronize;
import static org.bytedeco.cuda.global.cudart.cuStreamWaitEvent;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.bytedeco.cuda.cudart.CUDA_MEMCPY3D_v2;
import org.bytedeco.cuda.cudart.CUctx_st;
import org.bytedeco.cuda.cudart.CUmod_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.SizeTPointer;
import org.sporos.gpu.ConditionalKind;
import org.sporos.gpu.CopyShape;
import org.sporos.gpu.GpuDriver;
import org.sporos.gpu.GpuFeatures;
import org.sporos.gpu.GpuProperties;
import org.sporos.gpu.LaunchShape;
import org.sporos.gpu.NcclCalls;
import org.sporos.gpu.NodeKind;

/** A {@link GpuDriver} of the CUDA driver API and NVRTC. */
final class CudaDriver implements GpuDriver {
    private final int device;
    private final long context;
    private final GpuProperties properties;
    private final GpuFeatures features;
    private boolean closed;

    private CudaDriver(int device, long context, GpuProperties properties) {
        this.device = device;
        this.context = context;
        this.properties = properties;
        this.features = new GpuFeatures(
                true,
                true,
                true,
                CudaDevices.priorities(),
                !CudaDevices.endsLongLaunches(device),
                CudaDevices.hasProgrammaticEdges(device),
                CudaDevices.launchesCooperatively(device));
    }

    /** Opens the primary context of a device. */
    static CudaDriver open(int ordinal) {
        CudaCall.check(cuInit(0), "cuInit");
        int[] device = new int[1];
        CudaCall.check(cuDeviceGet(device, ordinal), "cuDeviceGet");
        CUctx_st context = PrimaryContexts.retain(device[0]);
        try {
            CudaCall.check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
            return new CudaDriver(device[0], context.address(), CudaDevices.describe(device[0], ordinal));
        } catch (RuntimeException e) {
            PrimaryContexts.release(device[0]);
            throw e;
        }
    }

    /** Makes the context current on this thread, as most calls require, and returns the thread's handles. */
    private CudaRefs enter() {
        CudaRefs refs = CudaRefs.get();
        CudaCall.check(cuCtxSetCurrent(refs.context.at(context)), "cuCtxSetCurrent");
        return refs;
    }

    /** Releases an object. After a fatal failure even making the context current fails, which is ignored. */
    private void release(ToIntFunction<CudaRefs> call, String name) {
        CudaRefs refs = CudaRefs.get();
        int entered = cuCtxSetCurrent(refs.context.at(context));
        CudaCall.checkRelease(entered == 0 ? call.applyAsInt(refs) : entered, name);
    }

    @Override
    public GpuProperties properties() {
        return properties;
    }

    @Override
    public GpuFeatures features() {
        return features;
    }

    @Override
    public NcclCalls collectives() {
        return new CudaCollectives(properties.ordinal());
    }

    @Override
    public boolean isFatal(int status) {
        return CudaCall.isFatal(status);
    }

    @Override
    public void makeCurrent() {
        enter();
    }

    @Override
    public void reach(GpuDriver peer) {
        CudaDriver other = (CudaDriver) peer;
        CudaRefs refs = enter();
        int[] can = new int[1];
        if (other.device != device) {
            CudaCall.check(cuDeviceCanAccessPeer(can, device, other.device), "cuDeviceCanAccessPeer");
        }
        if (can[0] != 0) {
            int status = cuCtxEnablePeerAccess(refs.context.at(other.context), 0);
            if (status != CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED && status != CUDA_ERROR_TOO_MANY_PEERS) {
                CudaCall.check(status, "cuCtxEnablePeerAccess");
            }
        }
    }

    @Override
    public boolean joins(GpuDriver other) {
        return other instanceof CudaDriver;
    }

    // Memory

    @Override
    public long allocate(long bytes) {
        enter();
        long[] address = new long[1];
        CudaCall.check(cuMemAlloc(address, bytes), "cuMemAlloc");
        return address[0];
    }

    @Override
    public void free(long address) {
        release(refs -> cuMemFree(address), "cuMemFree");
    }

    @Override
    public long allocatePinned(long bytes) {
        enter();
        try (PointerPointer<Pointer> out = new PointerPointer<>(1)) {
            CudaCall.check(cuMemHostAlloc(out, bytes, 0), "cuMemHostAlloc");
            return out.get(0).address();
        }
    }

    @Override
    public void freePinned(long address) {
        release(refs -> cuMemFreeHost(new CudaRefs.Address().at(address)), "cuMemFreeHost");
    }

    @Override
    public ByteBuffer pinnedBuffer(long address, int bytes) {
        return new BytePointer(new CudaRefs.Address().at(address))
                .capacity(bytes)
                .asByteBuffer()
                .order(ByteOrder.nativeOrder());
    }

    @Override
    public void registerPinned(long address, long bytes) {
        enter();
        CudaCall.check(cuMemHostRegister(new CudaRefs.Address().at(address), bytes, 0), "cuMemHostRegister");
    }

    @Override
    public void unregisterPinned(long address) {
        release(refs -> cuMemHostUnregister(new CudaRefs.Address().at(address)), "cuMemHostUnregister");
    }

    @Override
    public long addressOf(ByteBuffer memory) {
        return new Pointer(memory.duplicate().clear()).address();
    }

    /** For an unknown address the driver returns CUDA_ERROR_INVALID_VALUE. */
    @Override
    public boolean isOfDevice(long address) {
        enter();
        try (IntPointer ordinal = new IntPointer(1)) {
            int status = cuPointerGetAttribute(ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, address);
            return status == CUDA_SUCCESS && ordinal.get() == device;
        }
    }

    @Override
    public long freeBytes() {
        enter();
        try (SizeTPointer free = new SizeTPointer(1);
                SizeTPointer total = new SizeTPointer(1)) {
            CudaCall.check(cuMemGetInfo(free, total), "cuMemGetInfo");
            return free.get();
        }
    }

    @Override
    public void copy(CopyShape shape, long stream) {
        CudaRefs refs = enter();
        try (CUDA_MEMCPY3D_v2 copy = new CUDA_MEMCPY3D_v2()) {
            copy.zero();
            CudaNodes.fillCopy(copy, shape);
            CudaCall.check(cuMemcpy3DAsync(copy, refs.stream.at(stream)), "cuMemcpy3DAsync");
        }
    }

    @Override
    public void copy(long to, long from, long bytes, long stream) {
        CudaCall.check(cuMemcpyAsync(to, from, bytes, enter().stream.at(stream)), "cuMemcpyAsync");
    }

    @Override
    public void fill(long address, long pitch, int value, int elementBytes, long width, long height, long stream) {
        CUstream_st on = enter().stream.at(stream);
        int status = switch (elementBytes) {
            case 1 -> cuMemsetD2D8Async(address, pitch, (byte) value, width, height, on);
            case 2 -> cuMemsetD2D16Async(address, pitch, (short) value, width, height, on);
            default -> cuMemsetD2D32Async(address, pitch, value, width, height, on);
        };
        CudaCall.check(status, "cuMemsetD2DAsync");
    }

    // Streams and events

    @Override
    public long createStream(int priority) {
        CudaRefs refs = enter();
        // Priorities are negative in CUDA, with 0 as the default.
        int status = cuStreamCreateWithPriority(refs.stream.at(0), CU_STREAM_NON_BLOCKING, -priority);
        CudaCall.check(status, "cuStreamCreateWithPriority");
        return refs.stream.address();
    }

    @Override
    public void destroyStream(long stream) {
        release(refs -> cuStreamDestroy(refs.stream.at(stream)), "cuStreamDestroy");
    }

    @Override
    public void synchronize(long stream) {
        CudaCall.check(cuStreamSynchronize(enter().stream.at(stream)), "cuStreamSynchronize");
    }

    @Override
    public boolean isIdle(long stream) {
        int status = cuStreamQuery(enter().stream.at(stream));
        if (status == CUDA_ERROR_NOT_READY) {
            return false;
        }
        CudaCall.check(status, "cuStreamQuery");
        return true;
    }

    @Override
    public long createEvent() {
        CudaRefs refs = enter();
        CudaCall.check(cuEventCreate(refs.event.at(0), CU_EVENT_DISABLE_TIMING), "cuEventCreate");
        return refs.event.address();
    }

    @Override
    public void destroyEvent(long event) {
        release(refs -> cuEventDestroy(refs.event.at(event)), "cuEventDestroy");
    }

    @Override
    public void record(long event, long stream) {
        CudaRefs refs = enter();
        CudaCall.check(cuEventRecord(refs.event.at(event), refs.stream.at(stream)), "cuEventRecord");
    }

    @Override
    public void await(long event, long stream) {
        CudaRefs refs = enter();
        CudaCall.check(cuStreamWaitEvent(refs.stream.at(stream), refs.event.at(event), 0), "cuStreamWaitEvent");
    }

    @Override
    public void synchronizeEvent(long event) {
        CudaCall.check(cuEventSynchronize(enter().event.at(event)), "cuEventSynchronize");
    }

    @Override
    public long importSemaphore(int fileDescriptor) {
        enter();
        return CudaSemaphores.imported(fileDescriptor);
    }

    @Override
    public void destroySemaphore(long semaphore) {
        enter();
        CudaSemaphores.destroy(semaphore);
    }

    // Kernels

    @Override
    public byte[] compile(String source, String name, List<String> options) {
        return NvrtcCompiler.compile(source, name, properties.architecture(), options);
    }

    @Override
    public String compilerVersion() {
        return NvrtcCompiler.version();
    }

    @Override
    public long loadModule(byte[] image) {
        enter();
        CUmod_st module = new CUmod_st();
        try (BytePointer data = new BytePointer(image)) {
            CudaCall.check(cuModuleLoadData(module, data), "cuModuleLoadData");
        }
        return module.address();
    }

    @Override
    public void unloadModule(long module) {
        release(refs -> cuModuleUnload(refs.module.at(module)), "cuModuleUnload");
    }

    @Override
    public long function(long module, String name) {
        CudaRefs refs = enter();
        CudaCall.check(cuModuleGetFunction(refs.function.at(0), refs.module.at(module), name), "cuModuleGetFunction");
        return refs.function.address();
    }

    @Override
    public int blocksPerMultiprocessor(long function, int block, int sharedBytes) {
        int[] blocks = new int[1];
        int status = cuOccupancyMaxActiveBlocksPerMultiprocessor(
                blocks, enter().function.at(function), block, sharedBytes);
        CudaCall.check(status, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
        return blocks[0];
    }

    @Override
    public void allowShared(long function, int bytes) {
        int status = cuFuncSetAttribute(
                enter().function.at(function), CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes);
        CudaCall.check(status, "cuFuncSetAttribute");
    }

    @Override
    public void launch(long function, LaunchShape shape, ByteBuffer arguments, long stream) {
        CudaRefs refs = enter();
        int status = cuLaunchKernel(
                refs.function.at(function),
                shape.gridX(),
                shape.gridY(),
                shape.gridZ(),
                shape.blockX(),
                shape.blockY(),
                shape.blockZ(),
                shape.sharedBytes(),
                refs.stream.at(stream),
                (PointerPointer<?>) null,
                CudaNodes.get().packed(arguments));
        CudaCall.check(status, "cuLaunchKernel");
    }

    // Graphs

    @Override
    public long createGraph() {
        CudaRefs refs = enter();
        CudaCall.check(cuGraphCreate(refs.graph.at(0), 0), "cuGraphCreate");
        return refs.graph.address();
    }

    @Override
    public void destroyGraph(long graph) {
        release(refs -> cuGraphDestroy(refs.graph.at(graph)), "cuGraphDestroy");
    }

    @Override
    public long addKernel(long graph, long function, LaunchShape shape, ByteBuffer arguments) {
        return addKernel(graph, 0, function, shape, arguments);
    }

    @Override
    public long addKernel(long graph, long before, long function, LaunchShape shape, ByteBuffer arguments) {
        enter();
        return CudaNodes.get().kernel(graph, before, function, shape, arguments);
    }

    @Override
    public void setPriority(long node, int priority) {
        enter();
        CudaNodes.get().priority(node, priority);
    }

    @Override
    public long addCopy(long graph, CopyShape shape) {
        return CudaNodes.get().copy(graph, enter().context, shape);
    }

    @Override
    public long addFill(long graph, long address, long pitch, int value, int elementBytes, long width, long height) {
        return CudaNodes.get().fill(graph, enter().context, address, pitch, value, elementBytes, width, height);
    }

    @Override
    public long addHost(long graph, Runnable body) {
        enter();
        return CudaNodes.get()
                .host(graph, CudaHostCalls.function(), CudaHostCalls.bodies().register(body));
    }

    @Override
    public void releaseHost(Runnable body) {
        CudaHostCalls.bodies().release(body);
    }

    @Override
    public long addEmpty(long graph) {
        enter();
        return CudaNodes.get().empty(graph);
    }

    @Override
    public long addChild(long graph, long child) {
        enter();
        return CudaNodes.get().child(graph, child);
    }

    @Override
    public long createConditionalHandle(long graph, int initial) {
        CudaRefs refs = enter();
        long[] handle = new long[1];
        int status = cuGraphConditionalHandleCreate(
                handle, refs.graph.at(graph), refs.context, initial, CU_GRAPH_COND_ASSIGN_DEFAULT);
        CudaCall.check(status, "cuGraphConditionalHandleCreate");
        return handle[0];
    }

    @Override
    public long[] addConditional(long graph, long handle, ConditionalKind kind, int bodies) {
        return CudaNodes.get().conditional(graph, enter().context, handle, kind, bodies);
    }

    @Override
    public long[] addAllocate(long graph, long bytes) {
        enter();
        return CudaNodes.get().allocate(graph, device, bytes);
    }

    @Override
    public long addFree(long graph, long address) {
        enter();
        return CudaNodes.get().free(graph, address);
    }

    @Override
    public long addEventRecord(long graph, long event) {
        enter();
        return CudaNodes.get().eventRecord(graph, event);
    }

    @Override
    public long addEventWait(long graph, long event) {
        enter();
        return CudaNodes.get().eventWait(graph, event);
    }

    @Override
    public long addSemaphoreSignal(long graph, long semaphore, long value) {
        enter();
        return CudaNodes.get().semaphoreSignal(graph, semaphore, value);
    }

    @Override
    public long addSemaphoreWait(long graph, long semaphore, long value) {
        enter();
        return CudaNodes.get().semaphoreWait(graph, semaphore, value);
    }

    @Override
    public void addEdge(long graph, long from, long to) {
        // No context needed: both nodes exist already.
        CudaRefs refs = CudaRefs.get();
        int status = CudaEdgeCalls.addDependency(refs.graph.at(graph), refs.from.at(from), refs.node.at(to));
        CudaCall.check(status, "cuGraphAddDependencies");
    }

    @Override
    public void addProgrammaticEdge(long graph, long from, long to) {
        CudaRefs refs = CudaRefs.get();
        int status =
                CudaEdgeCalls.addProgrammaticDependency(refs.graph.at(graph), refs.from.at(from), refs.node.at(to));
        CudaCall.check(status, "cuGraphAddDependencies(programmatic)");
    }

    @Override
    public Map<NodeKind, Integer> countNodes(long graph) {
        CudaRefs refs = enter();
        return CudaNodeCount.of(refs.graph.at(graph));
    }

    @Override
    public long instantiate(long graph) {
        enter();
        // By default all nodes have the priority of the stream of the launch.
        int flags = CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH | CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
        return CudaNodes.get().instantiate(graph, flags);
    }

    @Override
    public void destroyExecutable(long executable) {
        release(refs -> cuGraphExecDestroy(refs.executable.at(executable)), "cuGraphExecDestroy");
    }

    @Override
    public void upload(long executable, long stream) {
        CudaRefs refs = enter();
        CudaCall.check(cuGraphUpload(refs.executable.at(executable), refs.stream.at(stream)), "cuGraphUpload");
    }

    @Override
    public void launchGraph(long executable, long stream) {
        CudaRefs refs = enter();
        CudaCall.check(cuGraphLaunch(refs.executable.at(executable), refs.stream.at(stream)), "cuGraphLaunch");
    }

    @Override
    public void beginCapture(long stream, boolean isRelaxed) {
        int mode = isRelaxed ? CU_STREAM_CAPTURE_MODE_RELAXED : CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
        CudaCall.check(cuStreamBeginCapture(enter().stream.at(stream), mode), "cuStreamBeginCapture");
    }

    @Override
    public long endCapture(long stream) {
        CudaRefs refs = enter();
        CudaCall.check(cuStreamEndCapture(refs.stream.at(stream), refs.graph.at(0)), "cuStreamEndCapture");
        return refs.graph.address();
    }

    @Override
    public long graphMemoryBytes() {
        return graphMemory(CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT);
    }

    @Override
    public long graphMemoryInUse() {
        return graphMemory(CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT);
    }

    private long graphMemory(int attribute) {
        enter();
        try (LongPointer bytes = new LongPointer(1)) {
            CudaCall.check(cuDeviceGetGraphMemAttribute(device, attribute, bytes), "cuDeviceGetGraphMemAttribute");
            return bytes.get();
        }
    }

    @Override
    public void trimGraphMemory() {
        enter();
        CudaCall.check(cuDeviceGraphMemTrim(device), "cuDeviceGraphMemTrim");
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            PrimaryContexts.release(device);
        }
    }
}
