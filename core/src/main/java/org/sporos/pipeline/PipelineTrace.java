package org.sporos.pipeline;

import java.lang.System.Logger;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sporos.error.Labels;
import org.sporos.error.SafeLogger;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;

/**
 * Logs the steps of the pipeline as they end, for people who look into the library. The system property
 * {@code sporos.pipeline} turns it on: {@code times} gives the time of each step, {@code results} what it made, too.
 * Used by one thread.
 */
final class PipelineTrace {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    private static final PipelineTrace OFF = new PipelineTrace("", false);

    private final String graph;
    private final boolean hasResults;
    private long begin = System.nanoTime();

    private PipelineTrace(String graph, boolean hasResults) {
        this.graph = graph;
        this.hasResults = hasResults;
    }

    /** Returns the trace of a graph that begins now. */
    static PipelineTrace of(Graph graph) {
        String wanted = System.getProperty("sporos.pipeline");
        return wanted == null ? OFF : new PipelineTrace(Labels.quoted(graph.label()), wanted.equals("results"));
    }

    /** Notes that a step has ended, and returns its result. */
    <T> T after(String step, T result) {
        if (this != OFF) {
            log(step, result);
        }
        return result;
    }

    /** Not in a lambda: a logger names the method that calls it. The next step begins when the text is written. */
    private void log(String step, Object result) {
        double millis = (System.nanoTime() - begin) / 1e6;
        String time = String.format(Locale.ROOT, "graph %s: %s took %.3f ms", graph, step, millis);
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
