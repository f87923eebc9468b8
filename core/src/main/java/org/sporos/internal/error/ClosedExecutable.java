package org.sporos.internal.error;

import org.sporos.error.CodedStateException;

/** The refusal of a closed executable, in the same words on all backends. */
public final class ClosedExecutable {
    private ClosedExecutable() {}

    /**
     * Returns the failure.
     *
     * @param graph the label of its graph
     * @param use what was wanted, such as "submitted"
     */
    public static CodedStateException refusal(String graph, String use) {
        return new CodedStateException(
                "S219",
                "graph " + Labels.quoted(graph) + " is " + use
                        + " after its executable was closed; instantiate the graph again");
    }
}
