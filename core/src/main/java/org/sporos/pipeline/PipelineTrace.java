package org.sporos.pipeline;

import java.lang.System.Logger;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.InstantiationProgress.Step;
import org.sporos.graph.ProgressReporter;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.SafeLogger;
import org.sporos.internal.flight.Flight;
import org.sporos.internal.flight.FlightSpan;

/**
 * A log of the steps of the pipeline. The system property {@code sporos.pipeline} enables it: {@code times} logs the
 * time of each step, {@code results} also its result. The same steps are reported to Java's flight recorder and to the
 * listener of the instantiation. Used by one thread.
 */
final class PipelineTrace {
    private static final Logger LOG = SafeLogger.of("org.sporos");

    private final String graph;
    private final String space;
    private final boolean isLogged;
    private final boolean hasResults;
    private final boolean isRecorded;
    private final ProgressReporter progress;
    private Step step = Step.CAPTURE;
    private FlightSpan span = FlightSpan.NONE;
    private long begin = System.nanoTime();

    private PipelineTrace(Graph graph, String space, List<InstantiateOption> options) {
        String wanted = System.getProperty("sporos.pipeline");
        this.graph = graph.label();
        this.space = space;
        this.isLogged = wanted != null;
        this.hasResults = "results".equals(wanted);
        this.isRecorded = Flight.recordsInstantiations();
        this.progress = ProgressReporter.of(graph, space, options);
    }

    /** Returns the trace of a graph that begins now, on a named space. */
    static PipelineTrace of(Graph graph, String space, List<InstantiateOption> options) {
        return new PipelineTrace(graph, space, options);
    }

    /** Returns the reporter of the instantiation's listener. */
    ProgressReporter progress() {
        return progress;
    }

    /** Begins a step; returns this. */
    PipelineTrace step(Step next) {
        return step(next, 0);
    }

    /** Begins a step that handles kernels one by one; returns this. */
    PipelineTrace step(Step next, int kernels) {
        progress.begin(next, kernels);
        begin(next);
        return this;
    }

    /** Begins the last step, which the backend reports to the listener. */
    void lowering() {
        begin(Step.LOWER);
    }

    private void begin(Step next) {
        step = next;
        if (isRecorded) {
            span = Flight.step(graph, space);
        }
    }

    /** Ends the step; returns its result. */
    <T> T after(T result) {
        if (isRecorded) {
            Flight.endStep(span, name());
        }
        if (isLogged) {
            log(result);
        }
        return result;
    }

    private String name() {
        return step.name().toLowerCase(Locale.ROOT);
    }

    /** Not in a lambda: loggers record the calling method. The next step begins after the text is written. */
    private void log(Object result) {
        double millis = (System.nanoTime() - begin) / 1e6;
        String time = String.format(Locale.ROOT, "graph %s: %s took %.3f ms", Labels.quoted(graph), name(), millis);
        LOG.log(Logger.Level.INFO, hasResults ? time + "\n" + text(result) : time);
        begin = System.nanoTime();
    }

    private static String text(Object result) {
        if (result instanceof List<?> several) {
            return several.stream().map(String::valueOf).collect(Collectors.joining("\n"));
        }
        return result instanceof ExecutableGraph exec ? exec.explain() : result.toString();
    }
}
