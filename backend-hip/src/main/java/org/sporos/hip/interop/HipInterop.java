package org.sporos.hip.interop;

import org.bytedeco.javacpp.Pointer;
import org.sporos.gpu.GpuHandles;
import org.sporos.gpu.NativeGraph;
import org.sporos.graph.CaptureBody;
import org.sporos.graph.CaptureStream;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.view.View;

/**
 * The native HIP objects of streams, graphs and views, as untyped pointers, since JavaCPP has no bindings of HIP: a
 * {@code hipStream_t} or {@code hipGraph_t} is the address of the pointer. The library owns and frees them: the stream
 * of a capture is valid during its body, others until they are closed. Objects of another kind of space are refused
 * with an {@link IllegalArgumentException}. Stateless.
 */
public final class HipInterop {
    private static final String KIND = "hip";

    private HipInterop() {}

    /** Returns the {@code hipStream_t} of a capture, for its recording or its warm-up run. */
    public static Pointer stream(CaptureStream stream) {
        return new Handle(stream.handle());
    }

    /**
     * Returns the device memory requested by {@code withWorkspace}, with its bytes as capacity. It must not be freed.
     *
     * @throws IllegalStateException with the code S269 if none was requested
     */
    public static Pointer workspace(CaptureStream stream) {
        return new Handle(stream.workspace(), stream.workspaceBytes());
    }

    /** Returns the {@code hipStream_t} of a stream of a HIP space. */
    public static Pointer stream(ExecutionStream stream) {
        return new Handle(GpuHandles.stream(KIND, stream));
    }

    /**
     * Returns the {@code hipGraph_t} of an executable, the first of several if it has loops. It is for inspection only,
     * and must not be changed.
     */
    public static Pointer graph(ExecutableGraph executable) {
        return new Handle(GpuHandles.graph(KIND, executable));
    }

    /**
     * Returns a pointer to the first element of a view in device or pinned memory. Its capacity is the number of
     * elements from the first to the last, gaps of a strided view included. It keeps the view reachable, but not open,
     * and so does a cast pointer, such as {@code new DoublePointer(HipInterop.pointer(view))}.
     */
    public static Pointer pointer(View view) {
        return new ViewMemory(view);
    }

    /**
     * Returns the {@code hipGraphExec_t} of an executable, the first of several if it has loops. A launch of it must
     * not be concurrent with submits, and has the param values of the last submit.
     */
    public static Pointer executable(ExecutableGraph executable) {
        return new Handle(GpuHandles.executable(KIND, executable));
    }

    /**
     * Returns a {@code hipGraph_t} as the body of a capture: {@code Capture.hip(HipInterop.nativeGraph(graph))}.
     * Instantiation copies the graph, which the caller owns. It fails with D403 if a child graph cannot have its nodes.
     *
     * @throws IllegalArgumentException with the code S270 for a null graph
     */
    public static CaptureBody nativeGraph(Pointer graph) {
        return new NativeGraph(graph.address());
    }

    /**
     * Makes the device of a space current on this thread, for libraries that use the current device of HIP. In the body
     * of a capture it is current already.
     */
    public static void makeCurrent(ExecutionSpace space) {
        GpuHandles.makeCurrent(KIND, space);
    }

    private static final class Handle extends Pointer {
        Handle(long handle) {
            address = handle;
        }

        Handle(long memory, long bytes) {
            address = memory;
            // Fields instead of setters: these would count the memory as allocated by JavaCPP.
            limit = bytes;
            capacity = bytes;
        }
    }
}
