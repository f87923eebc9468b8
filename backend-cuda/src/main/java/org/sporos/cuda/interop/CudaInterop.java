package org.sporos.cuda.interop;

import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.sporos.cuda.interop.CudaObjects.Graph;
import org.sporos.cuda.interop.CudaObjects.Stream;
import org.sporos.gpu.GpuHandles;
import org.sporos.graph.CaptureStream;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/**
 * CUDA's objects behind those of the library. They belong to the library, which frees them: a stream of a capture is valid
 * while the body runs, others until they are closed. What is of another kind of space is refused with an
 * {@link IllegalArgumentException}.
 */
public final class CudaInterop {
    private static final String KIND = "cuda";

    private CudaInterop() {}

    /** Returns the stream that a capture is recorded from, or run on to warm up. */
    public static CUstream_st stream(CaptureStream stream) {
        return new Stream(stream.handle());
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
     * Returns where a view begins in device or pinned memory. Its capacity counts the elements from the first to the last,
     * with the gaps of a strided view. It keeps the view reachable, but not open.
     */
    public static DoublePointer pointer(DoubleView view) {
        return new DoublePointer(new ViewMemory(view));
    }

    /** Returns where a view begins; see {@link #pointer(DoubleView)}. */
    public static FloatPointer pointer(FloatView view) {
        return new FloatPointer(new ViewMemory(view));
    }

    /** Returns where a view begins; see {@link #pointer(DoubleView)}. */
    public static IntPointer pointer(IntView view) {
        return new IntPointer(new ViewMemory(view));
    }

    /** Returns where a view begins; see {@link #pointer(DoubleView)}. */
    public static LongPointer pointer(LongView view) {
        return new LongPointer(new ViewMemory(view));
    }

    /**
     * Makes the device of a space the current one of this thread, as libraries want it that ask the CUDA runtime for the
     * device. It is so already in the body of a capture.
     */
    public static void makeCurrent(ExecutionSpace space) {
        GpuHandles.makeCurrent(KIND, space);
    }
}
