package org.sporos.gpu;

import org.sporos.error.CodedArgumentException;
import org.sporos.graph.ExecutableGraph;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.StridedRegion;
import org.sporos.internal.view.LevelMemory;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.ForwardingExecutable;
import org.sporos.view.View;

/** The native objects of streams, executables, views and spaces, for the interop packages of the backends. */
public final class GpuHandles {

    private GpuHandles() {}

    /**
     * Returns the native stream.
     *
     * @param kind the required kind of space, such as {@code cuda}
     */
    public static long stream(String kind, ExecutionStream stream) {
        if (stream instanceof GpuStream own && own.kind().equals(kind)) {
            own.requireOpen();
            return own.handle();
        }
        throw none(
                kind,
                "stream " + Labels.quoted(stream.label()) + " belongs to "
                        + stream.space().name());
    }

    /**
     * Returns the native graph of an executable, the first of several if the device has no conditional nodes; it must
     * not be changed. Rebound and updated executables have another one.
     */
    public static long graph(String kind, ExecutableGraph executable) {
        return own(kind, executable).nativeGraph();
    }

    /**
     * Returns the address of a view's first element, in device or pinned memory. The address of a ring level is valid
     * until the next rotation, so a capture must not keep it.
     */
    public static long address(String kind, View view) {
        StridedRegion region = view.region();
        if (region.allocation() instanceof LevelMemory && RunFrame.current() != null) {
            throw new CodedArgumentException(
                    "S220",
                    "view " + Labels.quoted(view.label())
                            + " is a level of a ring and has no address that a capture may keep;"
                            + " copy it to a view of your own before and back after");
        }
        if (LevelMemory.of(region.allocation()) instanceof NativeAllocation memory) {
            return memory.address() + region.offset() * memory.type().bytes();
        }
        throw none(
                kind,
                "view " + Labels.quoted(view.label()) + " lives in "
                        + view.memorySpace().name());
    }

    /** Returns the native executable, the first of several if the device has no conditional nodes. */
    public static long executable(String kind, ExecutableGraph executable) {
        return own(kind, executable).nativeExecutable();
    }

    /** An executable with rings stands behind two others, and is refused: it has a native graph for each position. */
    private static GpuExecutable own(String kind, ExecutableGraph executable) {
        if (ForwardingExecutable.behind(executable) instanceof GpuExecutable own
                && own.kind().equals(kind)) {
            return own;
        }
        throw none(kind, executable);
    }

    /** Returns the number of elements from the first element of a view to its last, gaps included. */
    public static long span(View view) {
        StridedRegion region = view.region();
        return region.lastOffset() - region.offset() + 1;
    }

    /** Makes the device of a space current on this thread. */
    public static void makeCurrent(String kind, ExecutionSpace space) {
        device(kind, space).driver().makeCurrent();
    }

    /** Returns the device of an open space. */
    static GpuDevice device(String kind, ExecutionSpace space) {
        if (!(space instanceof GpuSpace own) || !own.kind().equals(kind)) {
            throw none(kind, "space " + Labels.quoted(space.name()) + " is another one");
        }
        own.device().requireUsable();
        return own.device();
    }

    private static IllegalArgumentException none(String kind, ExecutableGraph executable) {
        if (executable.space() instanceof GpuSpace space && space.kind().equals(kind)) {
            return new CodedArgumentException(
                    "S220",
                    "graph " + Labels.quoted(executable.graph().label())
                            + " uses levels of a ring and has a native graph for each position of it; use views instead");
        }
        return none(
                kind,
                "graph " + Labels.quoted(executable.graph().label()) + " was instantiated on "
                        + executable.space().name());
    }

    private static IllegalArgumentException none(String kind, String what) {
        return new CodedArgumentException(
                "S220", what + ", which has no native object of " + kind + "; make it on a " + kind + " space");
    }
}
