package org.sporos.gpu;

import org.sporos.error.CodedArgumentException;
import org.sporos.graph.ExecutableGraph;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.StridedRegion;
import org.sporos.internal.view.LevelMemory;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.CurrentExecutable;
import org.sporos.view.View;

/** The native objects behind what users hold, for those packages of the backends that show them. */
public final class GpuHandles {

    private GpuHandles() {}

    /**
     * Returns the native stream.
     *
     * @param kind the kind of space that it must be of, such as {@code cuda}
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
     * Returns the native graph that an executable was made of, the first where a device that cannot branch needs
     * several; it must not be changed. Rebound and updated executables have another one.
     */
    public static long graph(String kind, ExecutableGraph executable) {
        if (CurrentExecutable.behind(executable) instanceof GpuExecutable own
                && own.kind().equals(kind)) {
            return own.nativeGraph();
        }
        throw none(kind, executable);
    }

    /**
     * Returns the address of a view's first element, in device memory or pinned memory; for a level of a ring that of
     * now, which no recorded call may keep.
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

    /** Returns the native executable, the first where a device that cannot branch needs several. */
    public static long executable(String kind, ExecutableGraph executable) {
        if (CurrentExecutable.behind(executable) instanceof GpuExecutable own
                && own.kind().equals(kind)) {
            return own.nativeExecutable();
        }
        throw none(kind, executable);
    }

    /** Returns how many elements lie between a view's first element and the end of its last one. */
    public static long span(View view) {
        StridedRegion region = view.region();
        return region.lastOffset() - region.offset() + 1;
    }

    /** Makes the device of a space the current one of this thread. */
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
