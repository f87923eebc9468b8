package org.sporos.host.submit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedStateException;
import org.sporos.graph.Graph;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.kernel.compile.TableUse;

/**
 * The Java arrays that the kernels of an executable read as tables. Compiled kernels have the contents at the
 * instantiation, while interpreted lambdas read the array itself: a submit after a change is refused, so that both
 * agree. Immutable.
 */
record TableGuard(List<TableUse> tables) {

    /** Returns the guard of an executable, or null if its kernels read no tables. */
    static @Nullable TableGuard of(Graph graph, KernelIndex kernels) {
        List<TableUse> found = TableUse.of(graph, kernels);
        return found.isEmpty() ? null : new TableGuard(found);
    }

    /** Throws S275 if an array has changed since the instantiation. Allocates nothing if none has. */
    void requireUnchanged() {
        for (int k = 0; k < tables.size(); k++) {
            String changed = tables.get(k).ref().changed();
            if (!changed.isEmpty()) {
                throw refusal(tables.get(k), changed);
            }
        }
    }

    private static CodedStateException refusal(TableUse table, String changed) {
        String name = table.ref().array().name();
        return new CodedStateException(
                "S275",
                "the Java array " + Labels.quoted(name) + ", which kernel "
                        + Labels.quoted(table.kernel().label()) + " ("
                        + table.kernel().position() + ") of graph "
                        + Labels.quoted(table.graph().label()) + " reads as a table, has changed since the graph was"
                        + " instantiated, in element " + changed
                        + "; instantiate the graph again, or use a view for what changes");
    }
}
