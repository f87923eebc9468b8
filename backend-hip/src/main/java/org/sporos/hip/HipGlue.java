package org.sporos.hip;

import java.nio.ByteBuffer;
import org.bytedeco.javacpp.FunctionPointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.annotation.Cast;
import org.bytedeco.javacpp.annotation.Namespace;
import org.bytedeco.javacpp.annotation.Platform;
import org.jspecify.annotations.Nullable;

/**
 * The native methods of {@code hip_glue.h}, which call AMD's functions: handles and addresses are longs, output
 * parameters are arrays. JavaCPP's builder generates the native half. {@link HipLibraries} opens the libraries first.
 */
@Platform(include = "hip_glue.h", library = HipGlue.LIBRARY, link = "dl", compiler = "cpp17")
@Namespace("sporos")
final class HipGlue {
    static final String LIBRARY = "jnisporoship";

    static {
        Loader.load();
    }

    private HipGlue() {}

    /** A callback of HIP, called on a thread of the runtime. */
    static class HostFunction extends FunctionPointer {
        protected HostFunction() {
            allocate();
        }

        private native void allocate();

        public native void call(@Cast("void*") long userData);
    }

    // Libraries

    static native String openRuntime(String path);

    static native String openCompiler(String path);

    static native String openCollectives(String path);

    static native String missing();

    static native @Cast("bool") boolean has(String function);

    // Devices and errors

    static native int hipGetDeviceCount(int[] count);

    static native int hipSetDevice(int device);

    static native int hipDeviceGetAttribute(int[] value, int attribute, int device);

    static native int hipDeviceGetName(byte[] name, int bytes, int device);

    static native int hipDeviceGetPCIBusId(byte[] address, int bytes, int device);

    static native int hipDeviceCanAccessPeer(int[] can, int device, int peer);

    static native int hipDeviceEnablePeerAccess(int peer, int flags);

    static native int hipDriverGetVersion(int[] version);

    static native int architecture(byte[] name, int bytes, int device);

    static native String hipGetErrorName(int status);

    static native String hipGetErrorString(int status);

    // Memory

    static native int hipMalloc(long[] address, long bytes);

    static native int hipFree(long address);

    static native int hipHostMalloc(long[] address, long bytes, int flags);

    static native int hipHostFree(long address);

    static native int hipHostRegister(long address, long bytes, int flags);

    static native int hipHostUnregister(long address);

    static native int hipPointerGetAttribute(int[] value, int attribute, long address);

    static native int hipMemGetInfo(long[] freeAndTotal);

    static native int hipMemcpyAsync(long to, long from, long bytes, long stream);

    /** @param copy the nine components of a {@code CopyShape} */
    static native int hipMemcpy3DAsync(long[] copy, long stream);

    static native int hipMemsetD8Async(long to, int value, long count, long stream);

    static native int hipMemsetD16Async(long to, int value, long count, long stream);

    static native int hipMemsetD32Async(long to, int value, long count, long stream);

    // Streams and events

    static native int hipStreamCreateWithFlags(long[] stream, int flags);

    static native int hipStreamDestroy(long stream);

    static native int hipStreamSynchronize(long stream);

    static native int hipStreamQuery(long stream);

    static native int hipStreamWaitEvent(long stream, long event);

    static native int hipEventCreateWithFlags(long[] event, int flags);

    static native int hipEventDestroy(long event);

    static native int hipEventRecord(long event, long stream);

    static native int hipEventSynchronize(long event);

    // Semaphores of other APIs

    static native int hipImportExternalSemaphore(long[] semaphore, int fileDescriptor);

    static native int hipDestroyExternalSemaphore(long semaphore);

    // Kernels

    static native int hipModuleLoadData(long[] module, byte[] image);

    static native int hipModuleUnload(long module);

    static native int hipModuleGetFunction(long[] function, long module, String name);

    static native int hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(
            int[] blocks, long function, int block, long sharedBytes);

    /** @param shape the seven components of a {@code LaunchShape} */
    static native int hipModuleLaunchKernel(long function, int[] shape, long stream, ByteBuffer arguments, long bytes);

    // Graphs

    static native int hipGraphCreate(long[] graph);

    static native int hipGraphDestroy(long graph);

    static native int hipGraphAddKernelNode(
            long[] node, long graph, long function, int[] shape, ByteBuffer arguments, long bytes);

    static native int hipGraphKernelNodeSetCooperative(long node);

    static native int hipGraphAddMemcpyNode(long[] node, long graph, long[] copy);

    static native int hipGraphAddMemcpyNode1D(long[] node, long graph, long to, long from, long bytes);

    static native int hipGraphAddMemsetNode(
            long[] node, long graph, long to, long pitch, int value, int elementBytes, long width, long height);

    static native int hipGraphAddHostNode(long[] node, long graph, HostFunction function, long userData);

    static native int hipGraphAddEmptyNode(long[] node, long graph);

    static native int hipGraphAddChildGraphNode(long[] node, long graph, long child);

    static native int hipGraphAddEventRecordNode(long[] node, long graph, long event);

    static native int hipGraphAddEventWaitNode(long[] node, long graph, long event);

    static native int hipGraphAddMemAllocNode(long[] nodeAndAddress, long graph, int device, long bytes);

    static native int hipGraphAddMemFreeNode(long[] node, long graph, long address);

    static native int hipGraphAddExternalSemaphoresSignalNode(long[] node, long graph, long semaphore, long value);

    static native int hipGraphAddExternalSemaphoresWaitNode(long[] node, long graph, long semaphore, long value);

    static native int hipGraphAddDependencies(long graph, long from, long to);

    static native int hipGraphGetNodes(long graph, long @Nullable [] nodes, long[] count);

    static native int hipGraphNodeGetType(long node, int[] type);

    static native int hipGraphInstantiate(long[] executable, long graph);

    static native int hipGraphInstantiateWithFlags(long[] executable, long graph, int flags);

    static native int hipGraphExecDestroy(long executable);

    static native int hipGraphUpload(long executable, long stream);

    static native int hipGraphLaunch(long executable, long stream);

    static native int hipStreamBeginCapture(long stream, int mode);

    static native int hipStreamEndCapture(long stream, long[] graph);

    static native int hipDeviceGetGraphMemAttribute(int device, int attribute, long[] value);

    static native int hipDeviceGraphMemTrim(int device);

    // The compiler

    static native int hiprtcVersion(int[] major, int[] minor);

    static native String hiprtcGetErrorString(int status);

    static native int hiprtcCreateProgram(long[] program, String source, String name);

    static native int hiprtcCompileProgram(long program, String options);

    static native int hiprtcDestroyProgram(long program);

    static native int hiprtcGetProgramLogSize(long program, long[] bytes);

    static native int hiprtcGetProgramLog(long program, byte[] log);

    static native int hiprtcGetCodeSize(long program, long[] bytes);

    static native int hiprtcGetCode(long program, byte[] code);

    // Collectives

    static native int ncclGetVersion(int[] version);

    static native String ncclGetErrorString(int status);

    static native int ncclGetUniqueId(byte[] id);

    static native int ncclCommInitRank(long[] group, int size, byte[] id, int rank);

    static native int ncclAllReduce(long address, long count, int type, int operation, long group, long stream);

    static native int ncclBroadcast(long address, long bytes, int root, long group, long stream);

    static native int ncclAllGather(long from, long to, long bytes, long group, long stream);

    static native int ncclReduceScatter(
            long from, long to, long count, int type, int operation, long group, long stream);

    static native int ncclSend(long from, long bytes, int rank, long group, long stream);

    static native int ncclRecv(long to, long bytes, int rank, long group, long stream);

    static native int ncclGroupStart();

    static native int ncclGroupEnd();

    static native int ncclCommGetAsyncError(int[] status, long group);

    static native int ncclCommAbort(long group);

    static native int ncclCommDestroy(long group);
}
