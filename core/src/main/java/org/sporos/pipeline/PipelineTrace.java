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
 * Logs the steps of the pipeline as they end, for people who look into the library. The system property
 * {@code sporos.pipeline} turns it on: {@code times} gives the time of each step, {@code results} what it made, too.
 * Recordings of Java's flight recorder and the listener of the instantiation are told of the same steps.
 * Used by one thread.
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

    /** Returns the trace of a graph that begins now, on the space of a name. */
    static PipelineTrace of(Graph graph, String space, List<InstantiateOption> options) {
        return new PipelineTrace(graph, space, options);
    }

    /** Returns what tells the listener of the instantiation. */
    ProgressReporter progress() {
        return progress;
    }

    /** Notes that a step begins, and returns this. */
    PipelineTrace step(Step next) {
        return step(next, 0);
    }

    /** Notes that a step begins which goes kernel by kernel, and returns this. */
    PipelineTrace step(Step next, int kernels) {
        progress.begin(next, kernels);
        begin(next);
        return this;
    }

    /** Notes that the last step begins, of which the backend tells the listener. */
    void lowering() {
        begin(Step.LOWER);
    }

    private void begin(Step next) {
        step = next;
        if (isRecorded) {
            span = Flight.step(graph, space);
        }
    }

    /** Notes that the step has ended, and returns its result. */
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

    /** Not in a lambda: a logger names the method that calls it. The next step begins when the text is written. */
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
