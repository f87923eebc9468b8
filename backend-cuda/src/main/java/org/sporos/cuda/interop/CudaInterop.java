package org.sporos.cuda.interop;

import org.bytedeco.cuda.cudart.CUgraphExec_st;
import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.javacpp.BytePointer;
import org.sporos.cuda.interop.CudaObjects.Executable;
import org.sporos.cuda.interop.CudaObjects.Graph;
import org.sporos.cuda.interop.CudaObjects.Stream;
import org.sporos.cuda.interop.CudaObjects.Workspace;
import org.sporos.gpu.GpuHandles;
import org.sporos.gpu.NativeGraph;
import org.sporos.graph.CaptureBody;
import org.sporos.graph.CaptureStream;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;

/**
 * CUDA's objects behind those of the library. They belong to the library, which frees them: a stream of a capture is
 * valid while the body runs, others until they are closed. What is of another kind of space is refused with an
 * {@link IllegalArgumentException}.
 */
public final class CudaInterop extends ViewPointers {
    private static final String KIND = "cuda";

    private CudaInterop() {}

    /** Returns the stream that a capture is recorded from, or run on to warm up. */
    public static CUstream_st stream(CaptureStream stream) {
        return new Stream(stream.handle());
    }

    /**
     * Returns the device memory that a capture asked for by {@code withWorkspace}, with its bytes as capacity: {@code
     * cublasSetWorkspace_v2(handle, workspace, workspace.capacity())}. It is not to be freed.
     *
     * @throws IllegalStateException with the code S269 if it asked for none
     */
    public static BytePointer workspace(CaptureStream stream) {
        return new Workspace(stream.workspace(), stream.workspaceBytes());
    }

    /** Returns the stream behind one of a CUDA space. */
    public static CUstream_st stream(ExecutionStream stream) {
        return new Stream(GpuHandles.stream(KIND, stream));
    }

    /** Returns the graph that an executable was instantiated from, to be looked at but not changed. */
    public static CUgraph_st graph(ExecutableGraph executable) {
        return new Graph(GpuHandles.graph(KIND, executable));
    }

    /**
     * Returns the executable behind one of a CUDA space. Whoever launches it must see to it that nobody submits at the
     * same time; params that were set since the last submit do not reach such a launch.
     */
    public static CUgraphExec_st executable(ExecutableGraph executable) {
        return new Executable(GpuHandles.executable(KIND, executable));
    }

    /**
     * Returns a native graph as the body of a capture: {@code Capture.cuda(CudaInterop.nativeGraph(graph))}. The graph
     * is copied when a graph with such a node is instantiated, and stays the caller's. It is refused there (D403) where
     * it holds what no child graph may hold, such as conditional nodes or allocations.
     *
     * @throws IllegalArgumentException with the code S270 for a null graph
     */
    public static CaptureBody nativeGraph(CUgraph_st graph) {
        return new NativeGraph(graph.address());
    }

    /**
     * Makes the device of a space the current one of this thread, as libraries want it that ask the CUDA runtime for
     * the device. It is so already in the body of a capture.
     */
    public static void makeCurrent(ExecutionSpace space) {
        GpuHandles.makeCurrent(KIND, space);
    }
}
