package org.sporos.graph;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown when a graph is wrong, at its definition or instantiation. Its message holds all flaws that were found. */
public final class GraphException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final List<Diagnostic> diagnostics;

    /** Makes it of one or more flaws. */
    public GraphException(List<Diagnostic> diagnostics) {
        super(diagnostics.stream().map(Diagnostic::toString).collect(Collectors.joining("\n")));
        this.diagnostics = List.copyOf(diagnostics);
    }

    static GraphException of(String code, String message, String cure) {
        return new GraphException(List.of(Diagnostic.error(code, message, cure)));
    }

    /** Returns the flaws, in the order of the nodes. */
    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }
}
