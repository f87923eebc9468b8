package org.sporos.graph;

import java.util.List;
import java.util.stream.Collectors;
import org.sporos.error.Coded;

/**
 * Thrown at the definition or instantiation of a graph with violations. Its message lists all of them.
 *
 * <pre>{@code
 * try {
 *     graph.instantiate(space);
 * } catch (GraphException e) {
 *     e.diagnostics().forEach(violation -> System.err.println(violation.code() + " at " + violation.message()));
 * }
 * }</pre>
 */
public final class GraphException extends RuntimeException implements Coded {
    private static final long serialVersionUID = 1L;

    private final List<Diagnostic> diagnostics;

    /** Creates an exception of one or more violations. */
    public GraphException(List<Diagnostic> diagnostics) {
        super(diagnostics.stream().map(Diagnostic::toString).collect(Collectors.joining("\n")));
        this.diagnostics = List.copyOf(diagnostics);
    }

    static GraphException of(String code, String message, String cure) {
        return new GraphException(List.of(Diagnostic.error(code, message, cure)));
    }

    /**
     * Returns the code of the first violation, with which the message begins; {@link #diagnostics()} has the others.
     */
    @Override
    public String code() {
        return diagnostics.get(0).code();
    }

    /** Returns the violations, in the order of the nodes. */
    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }
}
