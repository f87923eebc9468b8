package org.sporos.pipeline;

import java.lang.System.Logger;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sporos.error.Labels;
import org.sporos.error.SafeLogger;
import org.sporos.flight.Flight;
import org.sporos.flight.FlightSpan;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;

/**
 * Logs the steps of the pipeline as they end, for people who look into the library. The system property
 * {@code sporos.pipeline} turns it on: {@code times} gives the time of each step, {@code results} what it made, too.
 * Recordings of Java's flight recorder are told of the same steps.
 * Used by one thread.
 */
final class PipelineTrace {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    private static final PipelineTrace OFF = new PipelineTrace("", "", false, false);

    private final String graph;
    private final String space;
    private final boolean isLogged;
    private final boolean hasResults;
    private FlightSpan step;
    private long begin = System.nanoTime();

    private PipelineTrace(String graph, String space, boolean isLogged, boolean hasResults) {
        this.graph = graph;
        this.space = space;
        this.isLogged = isLogged;
        this.step = Flight.step(graph, space);
        this.hasResults = hasResults;
    }

    /** Returns the trace of a graph that begins now, on the space of a name. */
    static PipelineTrace of(Graph graph, String space) {
        String wanted = System.getProperty("sporos.pipeline");
        boolean isLogged = wanted != null;
        return isLogged || Flight.recordsInstantiations()
                ? new PipelineTrace(graph.label(), space, isLogged, "results".equals(wanted))
                : OFF;
    }

    /** Notes that a step has ended, and returns its result. */
    <T> T after(String step, T result) {
        if (this != OFF) {
            Flight.endStep(this.step, step);
            log(step, result);
            this.step = Flight.step(graph, space);
        }
        return result;
    }

    /** Not in a lambda: a logger names the method that calls it. The next step begins when the text is written. */
    private void log(String step, Object result) {
        if (!isLogged) {
            return;
        }
        double millis = (System.nanoTime() - begin) / 1e6;
        String time = String.format(Locale.ROOT, "graph %s: %s took %.3f ms", Labels.quoted(graph), step, millis);
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
