package org.sporos.cuda.interop;

[#list views as t]
import org.bytedeco.javacpp.${t.Type}Pointer;
import org.sporos.view.${t.Type}View;
[/#list]
import org.bytedeco.cuda.cudart.CUgraphExec_st;
import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.sporos.gpu.GpuHandles;
import org.sporos.gpu.NativeGraph;
import org.sporos.graph.CaptureBody;
import org.sporos.graph.CaptureStream;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;

/**
 * The native CUDA objects of streams, graphs and views. The library owns and frees them: the stream of a capture is
 * valid during its body, others until they are closed. Objects of another kind of space are refused with an {@link
 * IllegalArgumentException}.
 */
public final class CudaInterop {
    private static final String KIND = "cuda";

    private CudaInterop() {}

    /** Returns the stream of a capture, for its recording or its warm-up run. */
    public static CUstream_st stream(CaptureStream stream) {
        return new Stream(stream.handle());
    }

    /**
     * Returns the device memory requested by {@code withWorkspace}, with its bytes as capacity: {@code
     * cublasSetWorkspace_v2(handle, workspace, workspace.capacity())}. It must not be freed.
     *
     * @throws IllegalStateException with the code S269 if none was requested
     */
    public static BytePointer workspace(CaptureStream stream) {
        return new Workspace(stream.workspace(), stream.workspaceBytes());
    }
[#list views as t]

    /**
     * Returns a pointer to the first element of a view in device or pinned memory. Its capacity is the number of
     * elements from the first to the last, gaps of a strided view included. It keeps the view reachable, but not open.
     */
    public static ${t.Type}Pointer pointer(${t.Type}View view) {
        return new ${t.Type}Pointer(new ViewMemory(view));
    }
[/#list]

    /** Returns the native stream of a stream of a CUDA space. */
    public static CUstream_st stream(ExecutionStream stream) {
        return new Stream(GpuHandles.stream(KIND, stream));
    }

    /** Returns the native graph of an executable, for inspection only; it must not be changed. */
    public static CUgraph_st graph(ExecutableGraph executable) {
        return new Graph(GpuHandles.graph(KIND, executable));
    }

    /**
     * Returns the native executable of an executable of a CUDA space. A launch of it must not be concurrent with
     * submits, and has the param values of the last submit.
     */
    public static CUgraphExec_st executable(ExecutableGraph executable) {
        return new Executable(GpuHandles.executable(KIND, executable));
    }

    /**
     * Returns a native graph as the body of a capture: {@code Capture.cuda(CudaInterop.nativeGraph(graph))}.
     * Instantiation copies the graph, which the caller owns. It fails with D403 if a child graph cannot have its nodes,
     * such as conditionals or allocations.
     *
     * @throws IllegalArgumentException with the code S270 for a null graph
     */
    public static CaptureBody nativeGraph(CUgraph_st graph) {
        return new NativeGraph(graph.address());
    }

    /**
     * Makes the device of a space current on this thread, for libraries that use the current device of the CUDA
     * runtime. In the body of a capture it is current already.
     */
    public static void makeCurrent(ExecutionSpace space) {
        GpuHandles.makeCurrent(KIND, space);
    }

    /** A CUstream_st. */
    private static final class Stream extends CUstream_st {
        Stream(long handle) {
            address = handle;
        }
    }

    /** Device memory of the library. */
    private static final class Workspace extends BytePointer {
        Workspace(long address, long bytes) {
            this.address = address;
            // Fields instead of setters: these would count the memory as allocated by JavaCPP.
            limit = bytes;
            capacity = bytes;
        }
    }

    /** A CUgraphExec_st. */
    private static final class Executable extends CUgraphExec_st {
        Executable(long handle) {
            address = handle;
        }
    }

    /** A CUgraph_st. */
    private static final class Graph extends CUgraph_st {
        Graph(long handle) {
            address = handle;
        }
    }
}
