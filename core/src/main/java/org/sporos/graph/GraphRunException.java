package org.sporos.graph;

import org.jspecify.annotations.Nullable;
import org.sporos.error.Coded;
import org.sporos.internal.error.Labels;
import org.sporos.internal.flight.Flight;

/**
 * Thrown by a fence, or found in a {@link Submission}, when a run of a graph failed. It names the graph, the node and
 * the line that defined the node; its cause is the exception of the node, if any.
 *
 * <pre>{@code
 * exec.submit();
 * try {
 *     space.fence();
 * } catch (GraphRunException e) {
 *     System.err.println(e.code() + ": node " + e.node() + " of graph " + e.graph());
 * }
 * }</pre>
 */
public final class GraphRunException extends RuntimeException implements Coded {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final String graph;
    private final String node;

    private GraphRunException(String code, String graph, String node, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.graph = graph;
        this.node = node;
        Flight.failure(code, graph, node, message);
    }

    /**
     * Returns a failure of a node.
     *
     * @param code its code, such as {@code R302}
     * @param what the failure, as the end of "node 'x' (File.java:3) of graph 'g' ..."
     * @param cause the exception, or null
     */
    public static GraphRunException of(String code, String graph, Node node, String what, @Nullable Throwable cause) {
        String message = code + ": node " + Labels.quoted(node.label()) + " (" + node.where() + ") of graph "
                + Labels.quoted(graph) + " " + what;
        return new GraphRunException(code, graph, node.label(), message, cause);
    }

    /**
     * Returns a failure of the device in a run, not attributable to a node.
     *
     * @param code its code, such as {@code D401}
     * @param cause the error of the driver
     */
    public static GraphRunException ofDevice(String code, String graph, Throwable cause) {
        String message =
                code + ": the device failed while graph " + Labels.quoted(graph) + " ran: " + cause.getMessage();
        return new GraphRunException(code, graph, "", message, cause);
    }

    /**
     * Returns a failure of a run that is not attributable to a node.
     *
     * @param code its code, such as {@code R310}
     * @param what the failure, as the end of "a run of graph 'g' failed, ..."
     * @param cause the exception, or null
     */
    public static GraphRunException ofRun(String code, String graph, String what, @Nullable Throwable cause) {
        return new GraphRunException(
                code, graph, "", code + ": a run of graph " + Labels.quoted(graph) + " failed, " + what, cause);
    }

    @Override
    public String code() {
        return code;
    }

    /** Returns the label of the graph. */
    public String graph() {
        return graph;
    }

    /** Returns the label of the node; empty if the failure is not attributable to a node. */
    public String node() {
        return node;
    }
}
