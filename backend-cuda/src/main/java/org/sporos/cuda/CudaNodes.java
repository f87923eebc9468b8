package org.sporos.cuda;

import static org.bytedeco.cuda.global.cudart.CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED;
import static org.bytedeco.cuda.global.cudart.CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE;
import static org.bytedeco.cuda.global.cudart.CUDA_GRAPH_INSTANTIATE_MULTIPLE_CTXS_NOT_SUPPORTED;
import static org.bytedeco.cuda.global.cudart.CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED;
import static org.bytedeco.cuda.global.cudart.CUDA_SUCCESS;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_COND_TYPE_IF;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_COND_TYPE_SWITCH;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_COND_TYPE_WHILE;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_NODE_TYPE_CONDITIONAL;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_NODE_TYPE_EMPTY;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_NODE_TYPE_EVENT_RECORD;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_NODE_TYPE_GRAPH;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_NODE_TYPE_HOST;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_NODE_TYPE_KERNEL;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_NODE_TYPE_MEMCPY;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_NODE_TYPE_MEMSET;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_NODE_TYPE_MEM_ALLOC;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_NODE_TYPE_MEM_FREE;
import static org.bytedeco.cuda.global.cudart.CU_GRAPH_NODE_TYPE_WAIT_EVENT;
import static org.bytedeco.cuda.global.cudart.CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
import static org.bytedeco.cuda.global.cudart.CU_LAUNCH_ATTRIBUTE_PRIORITY;
import static org.bytedeco.cuda.global.cudart.CU_MEMORYTYPE_UNIFIED;
import static org.bytedeco.cuda.global.cudart.CU_MEM_ALLOCATION_TYPE_PINNED;
import static org.bytedeco.cuda.global.cudart.CU_MEM_LOCATION_TYPE_DEVICE;
import static org.bytedeco.cuda.global.cudart.cuFuncGetParamInfo;
import static org.bytedeco.cuda.global.cudart.cuGraphInstantiateWithParams;
import static org.bytedeco.cuda.global.cudart.cuGraphKernelNodeSetAttribute;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.cuda.cudart.CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1;
import org.bytedeco.cuda.cudart.CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1;
import org.bytedeco.cuda.cudart.CUDA_GRAPH_INSTANTIATE_PARAMS;
import org.bytedeco.cuda.cudart.CUDA_MEMCPY3D_v2;
import org.bytedeco.cuda.cudart.CUDA_MEMSET_NODE_PARAMS_v2;
import org.bytedeco.cuda.cudart.CUctx_st;
import org.bytedeco.cuda.cudart.CUgraphNodeParams;
import org.bytedeco.cuda.cudart.CUhostFn;
import org.bytedeco.cuda.cudart.CUlaunchAttributeValue;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.SizeTPointer;
import org.jspecify.annotations.Nullable;
import org.sporos.gpu.ConditionalKind;
import org.sporos.gpu.CopyShape;
import org.sporos.gpu.LaunchShape;
import org.sporos.gpu.PerThread;

/** Adds CUDA graph nodes by one {@code CUgraphNodeParams}, which is reused for each node. Used by one thread. */
final class CudaNodes {
    private static final int PARAMS_BYTES = 256;
    /** The offset of CUDA_KERNEL_NODE_PARAMS_v3 in CUgraphNodeParams, followed by the offsets of its fields. */
    private static final int KERNEL = 16;

    private static final int GRID_X = KERNEL + 8;
    private static final int GRID_Y = KERNEL + 12;
    private static final int GRID_Z = KERNEL + 16;
    private static final int BLOCK_X = KERNEL + 20;
    private static final int BLOCK_Y = KERNEL + 24;
    private static final int BLOCK_Z = KERNEL + 28;
    private static final int SHARED_BYTES = KERNEL + 32;
    private static final int PARAMETERS = KERNEL + 40;
    private static final int EXTRA = KERNEL + 48;
    private static final int BODIES_OFFSET = 16;
    private static final long BUFFER_POINTER = 1;
    private static final long BUFFER_SIZE = 2;
    private static final PerThread<CudaNodes> OF_THREAD = new PerThread<>(CudaNodes::new);

    private final BytePointer memory = new BytePointer(PARAMS_BYTES);
    private final CUgraphNodeParams params = new CUgraphNodeParams(memory);
    /** The same memory as a buffer: a kernel has ten fields, and each setter of the binding is a native call. */
    private final ByteBuffer fields = memory.asByteBuffer().order(ByteOrder.nativeOrder());

    private final CUDA_MEMCPY3D_v2 copy = params.memcpy().copyParams();
    private final CUDA_MEMSET_NODE_PARAMS_v2 fill = params.memset();
    private final LongPointer packed = new LongPointer(6);
    private final LongBuffer packedFields = packed.asBuffer();
    private final PointerPointer<Pointer> extra = new PointerPointer<>(packed);
    private @Nullable ByteBuffer lastArguments;
    private long lastAddress;
    private final CUDA_GRAPH_INSTANTIATE_PARAMS instantiation = new CUDA_GRAPH_INSTANTIATE_PARAMS();
    private final CudaRefs refs = CudaRefs.get();
    private final CudaRefs.Address address = new CudaRefs.Address();

    private CudaNodes() {}

    static CudaNodes get() {
        return OF_THREAD.get();
    }

    private long add(long graph, int type, String call) {
        return add(graph, null, type, call);
    }

    private long add(long graph, CudaRefs.@Nullable Node before, int type, String call) {
        fields.putInt(0, type);
        CudaCall.check(CudaEdgeCalls.addNode(refs.node.at(0), refs.graph.at(graph), before, params), call);
        return refs.node.address();
    }

    private void clear() {
        for (int at = 0; at < PARAMS_BYTES; at += Long.BYTES) {
            fields.putLong(at, 0);
        }
    }

    /**
     * Returns the {@code extra} array of a launch: keys, each followed by the address and the size of packed arguments.
     */
    PointerPointer<Pointer> packed(ByteBuffer arguments) {
        if (arguments != lastArguments) {
            lastAddress = new BytePointer(arguments).address();
            lastArguments = arguments;
        }
        packedFields.put(0, BUFFER_POINTER);
        packedFields.put(1, lastAddress);
        packedFields.put(2, BUFFER_SIZE);
        packedFields.put(3, packed.address() + 5L * Long.BYTES);
        packedFields.put(4, 0);
        packedFields.put(5, arguments.limit());
        return extra;
    }

    /** @param before the predecessor, or 0 */
    long kernel(long graph, long before, long function, LaunchShape shape, ByteBuffer arguments) {
        clear();
        fields.putLong(KERNEL, function);
        fields.putInt(GRID_X, shape.gridX());
        fields.putInt(GRID_Y, shape.gridY());
        fields.putInt(GRID_Z, shape.gridZ());
        fields.putInt(BLOCK_X, shape.blockX());
        fields.putInt(BLOCK_Y, shape.blockY());
        fields.putInt(BLOCK_Z, shape.blockZ());
        fields.putInt(SHARED_BYTES, shape.sharedBytes());
        CudaRefs.Node first = before == 0 ? null : refs.from.at(before);
        if (shape.isWave()) {
            return wave(graph, first, function, arguments);
        }
        fields.putLong(EXTRA, packed(arguments).address());
        return add(graph, first, CU_GRAPH_NODE_TYPE_KERNEL, "cuGraphAddNode(kernel)");
    }

    /** Adds a cooperative kernel node: CUDA refuses packed arguments for it, and takes their addresses. */
    private long wave(long graph, CudaRefs.@Nullable Node before, long function, ByteBuffer arguments) {
        try (LongPointer addresses = addresses(function, arguments);
                CUlaunchAttributeValue value = new CUlaunchAttributeValue()) {
            fields.putLong(PARAMETERS, addresses.address());
            long node = add(graph, before, CU_GRAPH_NODE_TYPE_KERNEL, "cuGraphAddNode(kernel)");
            value.cooperative(1);
            CudaCall.check(
                    cuGraphKernelNodeSetAttribute(refs.node.at(node), CU_LAUNCH_ATTRIBUTE_COOPERATIVE, value),
                    "cuGraphKernelNodeSetAttribute");
            return node;
        }
    }

    /** Returns the addresses of the packed arguments of a function. */
    private LongPointer addresses(long function, ByteBuffer packed) {
        long address = new BytePointer(packed).address();
        List<Long> addresses = new ArrayList<>();
        try (SizeTPointer offset = new SizeTPointer(1);
                SizeTPointer size = new SizeTPointer(1)) {
            for (long end = 0; end < packed.limit(); end = offset.get() + size.get()) {
                int status = cuFuncGetParamInfo(refs.function.at(function), addresses.size(), offset, size);
                CudaCall.check(status, "cuFuncGetParamInfo");
                addresses.add(address + offset.get());
            }
        }
        return new LongPointer(addresses.stream().mapToLong(Long::longValue).toArray());
    }

    /** Sets the priority of a node: negative in CUDA, with 0 as the default. */
    void priority(long node, int priority) {
        try (CUlaunchAttributeValue value = new CUlaunchAttributeValue()) {
            value.priority(-priority);
            CudaCall.check(
                    cuGraphKernelNodeSetAttribute(refs.node.at(node), CU_LAUNCH_ATTRIBUTE_PRIORITY, value),
                    "cuGraphKernelNodeSetAttribute");
        }
    }

    /** Returns the executable of a graph. */
    long instantiate(long graph, int flags) {
        instantiation.zero();
        instantiation.flags(flags);
        int status = cuGraphInstantiateWithParams(refs.executable.at(0), refs.graph.at(graph), instantiation);
        if (status != CUDA_SUCCESS) {
            throw CudaCall.failure(status, "cuGraphInstantiate", reason(instantiation.result_out()));
        }
        return refs.executable.address();
    }

    private static String reason(int result) {
        return switch (result) {
            case CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE -> "the structure of the graph is invalid";
            case CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED -> "a node does what is not supported";
            case CUDA_GRAPH_INSTANTIATE_MULTIPLE_CTXS_NOT_SUPPORTED -> "nodes belong to different contexts";
            case CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED -> "a conditional handle belongs to no node";
            default -> "";
        };
    }

    long copy(long graph, CUctx_st context, CopyShape shape) {
        clear();
        params.memcpy().copyCtx(context);
        fillCopy(copy, shape);
        return add(graph, CU_GRAPH_NODE_TYPE_MEMCPY, "cuGraphAddNode(memcpy)");
    }

    /** Fills a copy description with unified addresses: the driver determines the memory type of each side. */
    static void fillCopy(CUDA_MEMCPY3D_v2 copy, CopyShape shape) {
        copy.srcMemoryType(CU_MEMORYTYPE_UNIFIED);
        copy.srcDevice(shape.from());
        copy.srcPitch(shape.fromPitch());
        copy.srcHeight(shape.fromHeight());
        copy.dstMemoryType(CU_MEMORYTYPE_UNIFIED);
        copy.dstDevice(shape.to());
        copy.dstPitch(shape.toPitch());
        copy.dstHeight(shape.toHeight());
        copy.WidthInBytes(shape.width());
        copy.Height(shape.height());
        copy.Depth(shape.depth());
    }

    long fill(long graph, CUctx_st context, long to, long pitch, int value, int elementBytes, long width, long height) {
        clear();
        fill.dst(to);
        fill.pitch(pitch);
        fill.value(value);
        fill.elementSize(elementBytes);
        fill.width(width);
        fill.height(height);
        fill.ctx(context);
        return add(graph, CU_GRAPH_NODE_TYPE_MEMSET, "cuGraphAddNode(memset)");
    }

    long host(long graph, CUhostFn function, long userData) {
        clear();
        params.host().fn(function);
        params.host().userData(address.at(userData));
        return add(graph, CU_GRAPH_NODE_TYPE_HOST, "cuGraphAddNode(host)");
    }

    long empty(long graph) {
        clear();
        return add(graph, CU_GRAPH_NODE_TYPE_EMPTY, "cuGraphAddNode(empty)");
    }

    long child(long graph, long child) {
        clear();
        params.graph().graph(refs.child.at(child));
        return add(graph, CU_GRAPH_NODE_TYPE_GRAPH, "cuGraphAddNode(graph)");
    }

    long[] conditional(long graph, CUctx_st context, long handle, ConditionalKind kind, int bodies) {
        clear();
        params.conditional().handle(handle);
        params.conditional().type(type(kind));
        params.conditional().size(bodies);
        params.conditional().ctx(context);
        long[] all = new long[bodies + 1];
        all[0] = add(graph, CU_GRAPH_NODE_TYPE_CONDITIONAL, "cuGraphAddNode(conditional)");
        // The binding exposes body 0 only; the struct has the address of the array of all bodies.
        long array = new LongPointer(params.conditional()).get(BODIES_OFFSET / Long.BYTES);
        LongPointer handles = new LongPointer(address.at(array));
        for (int body = 0; body < bodies; body++) {
            all[body + 1] = handles.get(body);
        }
        return all;
    }

    private static int type(ConditionalKind kind) {
        return switch (kind) {
            case IF -> CU_GRAPH_COND_TYPE_IF;
            case WHILE -> CU_GRAPH_COND_TYPE_WHILE;
            case SWITCH -> CU_GRAPH_COND_TYPE_SWITCH;
        };
    }

    long[] allocate(long graph, int device, long bytes) {
        clear();
        params.alloc().poolProps().allocType(CU_MEM_ALLOCATION_TYPE_PINNED);
        params.alloc().poolProps().location().type(CU_MEM_LOCATION_TYPE_DEVICE);
        params.alloc().poolProps().location().id(device);
        params.alloc().bytesize(bytes);
        long node = add(graph, CU_GRAPH_NODE_TYPE_MEM_ALLOC, "cuGraphAddNode(alloc)");
        return new long[] {node, params.alloc().dptr()};
    }

    long free(long graph, long address) {
        clear();
        params._free().dptr(address);
        return add(graph, CU_GRAPH_NODE_TYPE_MEM_FREE, "cuGraphAddNode(free)");
    }

    long eventRecord(long graph, long event) {
        clear();
        params.eventRecord().event(refs.event.at(event));
        return add(graph, CU_GRAPH_NODE_TYPE_EVENT_RECORD, "cuGraphAddNode(event record)");
    }

    long eventWait(long graph, long event) {
        clear();
        params.eventWait().event(refs.event.at(event));
        return add(graph, CU_GRAPH_NODE_TYPE_WAIT_EVENT, "cuGraphAddNode(event wait)");
    }

    long semaphoreSignal(long graph, long semaphore, long value) {
        clear();
        try (CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1 signal = new CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1();
                LongPointer handle = new LongPointer(new long[] {semaphore})) {
            signal.zero();
            signal.params_fence_value(value);
            CudaSemaphores.array(params.extSemSignal(), handle, signal);
            return add(graph, CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL, "cuGraphAddNode(semaphore signal)");
        }
    }

    long semaphoreWait(long graph, long semaphore, long value) {
        clear();
        try (CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1 wait = new CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1();
                LongPointer handle = new LongPointer(new long[] {semaphore})) {
            wait.zero();
            wait.params_fence_value(value);
            CudaSemaphores.array(params.extSemWait(), handle, wait);
            return add(graph, CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT, "cuGraphAddNode(semaphore wait)");
        }
    }
}
