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
 * HIP's objects behind those of the library, as pointers without a type, since JavaCPP has no bindings of HIP: a
 * {@code hipStream_t} or {@code hipGraph_t} is the pointer's address. They belong to the library, which frees them: a
 * stream of a capture is valid while the body runs, others until they are closed. What is of another kind of space is
 * refused with an {@link IllegalArgumentException}. Stateless.
 */
public final class HipInterop {
    private static final String KIND = "hip";

    private HipInterop() {}

    /** Returns the {@code hipStream_t} that a capture is recorded from, or run on to warm up. */
    public static Pointer stream(CaptureStream stream) {
        return new Handle(stream.handle());
    }

    /**
     * Returns the device memory that a capture asked for by {@code withWorkspace}, with its bytes as capacity. It is
     * not to be freed.
     *
     * @throws IllegalStateException with the code S269 if it asked for none
     */
    public static Pointer workspace(CaptureStream stream) {
        return new Handle(stream.workspace(), stream.workspaceBytes());
    }

    /** Returns the {@code hipStream_t} behind one of a HIP space. */
    public static Pointer stream(ExecutionStream stream) {
        return new Handle(GpuHandles.stream(KIND, stream));
    }

    /**
     * Returns the {@code hipGraph_t} that an executable was instantiated from, to be looked at but not changed; the
     * first one where a loop cuts a graph into several.
     */
    public static Pointer graph(ExecutableGraph executable) {
        return new Handle(GpuHandles.graph(KIND, executable));
    }

    /**
     * Returns where a view begins in device or pinned memory. Its capacity counts the elements from the first to the
     * last, with the gaps of a strided view. It keeps the view reachable, but not open, and so does a pointer that is
     * cast from it, as in {@code new DoublePointer(HipInterop.pointer(view))}.
     */
    public static Pointer pointer(View view) {
        return new ViewMemory(view);
    }

    /**
     * Returns the {@code hipGraphExec_t} behind an executable, the first one where a loop cuts a graph into several.
     * Whoever launches it must see to it that nobody submits at the same time; params that were set since the last
     * submit do not reach such a launch.
     */
    public static Pointer executable(ExecutableGraph executable) {
        return new Handle(GpuHandles.executable(KIND, executable));
    }

    /**
     * Returns a {@code hipGraph_t} as the body of a capture: {@code Capture.hip(HipInterop.nativeGraph(graph))}. The
     * graph is copied when a graph with such a node is instantiated, and stays the caller's. It is refused there (D403)
     * where it holds what no child graph may hold.
     *
     * @throws IllegalArgumentException with the code S270 for a null graph
     */
    public static CaptureBody nativeGraph(Pointer graph) {
        return new NativeGraph(graph.address());
    }

    /**
     * Makes the device of a space the current one of this thread, as libraries want it that ask HIP for the device. It
     * is so already in the body of a capture.
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
            // Not by the setters, which would count the memory as JavaCPP's own.
            limit = bytes;
            capacity = bytes;
        }
    }
}
