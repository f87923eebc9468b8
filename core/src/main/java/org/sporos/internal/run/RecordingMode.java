package org.sporos.internal.run;

import org.jspecify.annotations.Nullable;

/**
 * The mode in which eager calls of this thread are recorded into a graph instead of being run. Calls that need their
 * results at once, such as fences, are refused meanwhile. A mode of one thread: calls of other threads run as usual.
 *
 * <p>A submit has no extra cost for this: recording threads are counted with those inside of host nodes, see {@link
 * SpecialThreads}.
 */
public final class RecordingMode {
    private static final ThreadLocal<@Nullable Recorder> CURRENT = new ThreadLocal<>();

    private RecordingMode() {}

    /** The receiver of a thread's eager calls. */
    public interface Recorder {

        /**
         * Returns the exception for a call that is refused during a recording.
         *
         * @param call the call, such as {@code fence}
         */
        RuntimeException refused(String call);
    }

    /** Returns the recorder of this thread, or null. */
    public static @Nullable Recorder current() {
        return SpecialThreads.exist() ? CURRENT.get() : null;
    }

    /** Sets the recorder of this thread. */
    public static void begin(Recorder recorder) {
        CURRENT.set(recorder);
        SpecialThreads.add(1);
    }

    /** Undoes {@link #begin}. */
    public static void end() {
        CURRENT.remove();
        SpecialThreads.add(-1);
    }

    /** Throws if the calls of this thread are recorded: the named call would need their results. */
    public static void refuse(String call) {
        Recorder recorder = current();
        if (recorder != null) {
            throw recorder.refused(call);
        }
    }
}
