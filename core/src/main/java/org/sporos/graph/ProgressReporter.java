package org.sporos.graph;

import java.lang.System.Logger;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.InstantiationProgress.Step;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.SafeLogger;

/**
 * Tells the listener of one instantiation how far that is. Used by one thread.
 *
 * @hidden
 */
public final class ProgressReporter {
    /** Tells nobody. */
    public static final ProgressReporter NONE = new ProgressReporter(null, "", "");

    private static final Logger LOG = SafeLogger.of("org.sporos");

    private final String graph;
    private final String space;
    private final long begin = System.nanoTime();
    /** Null if there is none, or none any more. */
    private @Nullable InstantiationListener listener;

    private Step step = Step.CAPTURE;
    private int kernel;
    private int kernels;

    private ProgressReporter(@Nullable InstantiationListener listener, String graph, String space) {
        this.listener = listener;
        this.graph = graph;
        this.space = space;
    }

    /** Returns what tells the last listener among the options of an instantiation that begins now, or nobody. */
    public static ProgressReporter of(Graph graph, String space, List<InstantiateOption> options) {
        InstantiationListener last = null;
        for (InstantiateOption option : options) {
            last = option instanceof InstantiateOption.OnProgress told ? told.listener() : last;
        }
        return last == null ? NONE : new ProgressReporter(last, graph.label(), space);
    }

    /** Returns whether somebody listens. */
    public boolean isHeard() {
        return listener != null;
    }

    /** Says that a step begins. */
    public void begin(Step next) {
        begin(next, 0);
    }

    /** Says that a step begins which goes kernel by kernel. */
    public void begin(Step next, int count) {
        if (listener != null) {
            step = next;
            kernel = 0;
            kernels = count;
            tell(listener);
        }
    }

    /** Says that a step has done so many kernels. Says nothing if it has done more. */
    public void reached(int count) {
        if (listener != null && count > kernel && count <= kernels) {
            kernel = count;
            tell(listener);
        }
    }

    /** Says that the instantiation has ended, and nothing any more. */
    public void end() {
        begin(Step.READY);
        listener = null;
    }

    private void tell(InstantiationListener to) {
        Duration elapsed = Duration.ofNanos(System.nanoTime() - begin);
        try {
            to.progressed(new InstantiationProgress(graph, space, step, kernel, kernels, elapsed));
        } catch (Exception e) {
            listener = null;
            LOG.log(
                    Logger.Level.WARNING,
                    "S257: the listener of the instantiation of graph " + Labels.quoted(graph) + " on " + space
                            + " has thrown " + e.getClass().getSimpleName() + ", and is told no more of it",
                    e);
        }
    }
}
