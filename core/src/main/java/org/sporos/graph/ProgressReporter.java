package org.sporos.graph;

import java.lang.System.Logger;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.InstantiationProgress.Step;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.SafeLogger;

/**
 * Reports the progress of one instantiation to its listener. Used by one thread.
 *
 * @hidden
 */
public final class ProgressReporter {
    /** Reports nothing. */
    public static final ProgressReporter NONE = new ProgressReporter(null, "", "");

    private static final Logger LOG = SafeLogger.of("org.sporos");

    private final String graph;
    private final String space;
    private final long begin = System.nanoTime();
    /** Null if there is none, or after it has failed. */
    private @Nullable InstantiationListener listener;

    private Step step = Step.CAPTURE;
    private int kernel;
    private int kernels;

    private ProgressReporter(@Nullable InstantiationListener listener, String graph, String space) {
        this.listener = listener;
        this.graph = graph;
        this.space = space;
    }

    /** Returns the reporter for the last listener among the options of an instantiation. */
    public static ProgressReporter of(Graph graph, String space, List<InstantiateOption> options) {
        InstantiationListener last = null;
        for (InstantiateOption option : options) {
            last = option instanceof InstantiateOption.OnProgress told ? told.listener() : last;
        }
        return last == null ? NONE : new ProgressReporter(last, graph.label(), space);
    }

    /** Returns whether there is a listener. */
    public boolean isHeard() {
        return listener != null;
    }

    /** Reports the start of a step. */
    public void begin(Step next) {
        begin(next, 0);
    }

    /** Reports the start of a step that handles kernels one by one. */
    public void begin(Step next, int count) {
        if (listener != null) {
            step = next;
            kernel = 0;
            kernels = count;
            tell(listener);
        }
    }

    /** Reports the number of completed kernels of a step, unless a larger one was reported. */
    public void reached(int count) {
        if (listener != null && count > kernel && count <= kernels) {
            kernel = count;
            tell(listener);
        }
    }

    /** Reports the end of the instantiation. */
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
