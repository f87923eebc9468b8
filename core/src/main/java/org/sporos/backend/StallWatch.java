package org.sporos.backend;

import java.lang.System.Logger;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Node;
import org.sporos.internal.base.DaemonThreads;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.SafeLogger;

/**
 * A watch over runs: logs a warning if none of them has ended for long. There is one for each open space, and one for
 * each call of host code that a run may be waiting for in turn. One daemon thread polls all of them, so that submits,
 * runs and fences pay nothing, and an endless kernel is found on whichever thread it runs. The patience is 5 seconds,
 * or the value of the system property {@code sporos.stall.seconds}. Spaces are held weakly. Thread-safe.
 */
public final class StallWatch implements AutoCloseable {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    private static final long DEFAULT_SECONDS = 5;
    private static final long MOST_MILLIS = 1000;
    private static final int MOST_NAMED = 5;

    /** The open watches; its monitor guards the thread, too. */
    private static final List<WeakReference<StallWatch>> OPEN = new ArrayList<>();

    private static @Nullable Thread thread;

    /** The executables that a warning has named: spaces name each once. */
    private static final Set<RunEffects> NAMED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final String waiting;
    private final boolean isCall;
    private final Supplier<List<RunEffects>> runs;
    private final LongSupplier progress;
    private final LongSupplier queued;

    // Used by the watching thread alone.
    private long begin = System.nanoTime();
    private long reached;
    private boolean warned;

    private StallWatch(
            String waiting,
            boolean isCall,
            Supplier<List<RunEffects>> runs,
            LongSupplier progress,
            LongSupplier queued) {
        this.waiting = waiting;
        this.isCall = isCall;
        this.runs = runs;
        this.progress = progress;
        this.queued = queued;
        this.reached = progress.getAsLong();
        synchronized (OPEN) {
            OPEN.add(new WeakReference<>(this));
            if (thread == null) {
                thread = DaemonThreads.make(() -> new Thread(null, StallWatch::watch, "sporos-stalls", 0, false));
                thread.start();
            }
        }
    }

    /**
     * Returns the watch over a call that waits, which warns once.
     *
     * @param waiting the code of the warning and the call, such as {@code S222: toArray of view 'x'}
     * @param runs the awaited runs
     * @param progress a number that changes when a run ends, which restarts the patience
     * @param queued the number of unfinished runs
     */
    public static StallWatch ofCall(
            String waiting, Supplier<List<RunEffects>> runs, LongSupplier progress, LongSupplier queued) {
        return new StallWatch(waiting, true, runs, progress, queued);
    }

    /**
     * Returns the watch over a space, which warns once for each executable.
     *
     * @param runs the runs under way
     * @param progress a number that changes when a run ends, which restarts the patience
     * @param queued the number of unfinished runs
     */
    public static StallWatch ofSpace(
            String name, Supplier<List<RunEffects>> runs, LongSupplier progress, LongSupplier queued) {
        return new StallWatch("S225: space " + Labels.quoted(name), false, runs, progress, queued);
    }

    @Override
    public void close() {
        synchronized (OPEN) {
            OPEN.removeIf(open -> open.get() == null || open.get() == this);
            OPEN.notifyAll();
        }
    }

    private static long patienceMillis() {
        return TimeUnit.SECONDS.toMillis(Math.max(0, Long.getLong("sporos.stall.seconds", DEFAULT_SECONDS)));
    }

    private static void watch() {
        try {
            do {
                pollAll();
            } while (sleep());
        } finally {
            synchronized (OPEN) {
                // After an orderly end there may be another thread already.
                thread = thread == Thread.currentThread() ? null : thread;
            }
        }
    }

    /** Polls calls first, as their warnings say more. */
    private static void pollAll() {
        List<StallWatch> calls = new ArrayList<>();
        List<StallWatch> spaces = new ArrayList<>();
        synchronized (OPEN) {
            for (WeakReference<StallWatch> open : OPEN) {
                StallWatch watch = open.get();
                if (watch != null) {
                    (watch.isCall ? calls : spaces).add(watch);
                }
            }
        }
        calls.forEach(StallWatch::poll);
        spaces.forEach(StallWatch::poll);
    }

    /** Sleeps until the next poll; returns false if nothing is left to watch. */
    private static boolean sleep() {
        synchronized (OPEN) {
            OPEN.removeIf(open -> open.get() == null);
            if (!OPEN.isEmpty()) {
                try {
                    OPEN.wait(Math.max(1, Math.min(MOST_MILLIS, patienceMillis() / 10)));
                } catch (InterruptedException e) {
                    return !OPEN.isEmpty();
                }
            }
            if (OPEN.isEmpty()) {
                thread = null;
            }
            return !OPEN.isEmpty();
        }
    }

    private void poll() {
        if (warned) {
            return;
        }
        long now = progress.getAsLong();
        List<RunEffects> stalled = runs.get().stream()
                .filter(run -> isCall || !NAMED.contains(run))
                .toList();
        if (now != reached || stalled.isEmpty() && !isCall) {
            reached = now;
            begin = System.nanoTime();
        }
        long patience = patienceMillis();
        if (System.nanoTime() - begin >= TimeUnit.MILLISECONDS.toNanos(patience) && !stalled.isEmpty()) {
            warned = isCall;
            NAMED.addAll(stalled);
            LOG.log(Logger.Level.WARNING, text(stalled, TimeUnit.MILLISECONDS.toSeconds(patience)));
        }
    }

    private String text(List<RunEffects> stalled, long seconds) {
        StringJoiner graphs = new StringJoiner(", ");
        for (RunEffects run : stalled) {
            List<String> nodes = run.waits().isEmpty() && !isCall ? nodes(run) : run.waits();
            String named = nodes.isEmpty()
                    ? ""
                    : " (" + String.join(", ", nodes.subList(0, Math.min(MOST_NAMED, nodes.size()))) + ")";
            graphs.add("graph " + Labels.quoted(run.graph().label()) + named);
        }
        long count = queued.getAsLong();
        return waiting + " has waited for " + seconds + " s for " + graphs + "; " + count
                + (count == 1 ? " run is queued" : " runs are queued") + "; none has ended meanwhile; "
                + (isCall
                        ? "if only this thread can let it go on, it never will: signal, record or open what it waits for"
                                + " before this call"
                        : "a kernel or a thenWhile may loop without end, or a node may wait for a signal that never"
                                + " comes; this graph is not named again");
    }

    private static List<String> nodes(RunEffects run) {
        List<String> named = new ArrayList<>();
        for (Node node : run.graph().nodes()) {
            if (named.size() < MOST_NAMED
                    && !(node.kernels().isEmpty() && node.work().nested().isEmpty())) {
                named.add("node " + Labels.quoted(node.label()) + " (" + node.where() + ")");
            }
        }
        return named;
    }
}
