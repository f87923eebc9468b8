package org.sporos.internal.run;

import org.jspecify.annotations.Nullable;

/**
 * The mode in which eager calls of this thread are recorded into a graph instead of being run. A call that would have
 * to see their results at once, such as a fence, is refused meanwhile. A mode of one thread: the calls of other threads
 * run as always.
 *
 * <p>A submit asks nothing for this: threads that record are counted with those inside of host nodes, see
 * {@link SpecialThreads}.
 */
public final class RecordingMode {
    private static final ThreadLocal<@Nullable Recorder> CURRENT = new ThreadLocal<>();

    private RecordingMode() {}

    /** Takes the eager calls of a thread. */
    public interface Recorder {

        /**
         * Returns why a call is not possible while calls are recorded.
         *
         * @param call the call, such as {@code fence}
         */
        RuntimeException refused(String call);
    }

    /** Returns what records the calls of this thread, or null. */
    public static @Nullable Recorder current() {
        return SpecialThreads.exist() ? CURRENT.get() : null;
    }

    /** Has a recorder take the calls of this thread. */
    public static void begin(Recorder recorder) {
        CURRENT.set(recorder);
        SpecialThreads.add(1);
    }

    /** Ends what {@link #begin} began. */
    public static void end() {
        CURRENT.remove();
        SpecialThreads.add(-1);
    }

    /** Throws if the calls of this thread are recorded: the named one would have to see their results. */
    public static void refuse(String call) {
        Recorder recorder = current();
        if (recorder != null) {
            throw recorder.refused(call);
        }
    }
}
