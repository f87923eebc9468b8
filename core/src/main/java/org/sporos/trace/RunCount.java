package org.sporos.trace;

import org.sporos.error.CodedArgumentException;
import org.sporos.graph.Graph;
import org.sporos.internal.error.Labels;

/** The check of a profile's number of runs. Stateless. */
public final class RunCount {
    private RunCount() {}

    /** Throws if a profile has too few runs. */
    public static void require(Graph graph, int count) {
        if (count < 1) {
            throw new CodedArgumentException(
                    "R330",
                    "graph " + Labels.quoted(graph.label()) + " is to be profiled by " + count
                            + " runs; ask for at least 1, better for 20 or more");
        }
    }
}
