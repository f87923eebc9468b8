package org.sporos.host.submit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedStateException;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.TableRef;

/**
 * The Java arrays that the kernels of an executable read as tables. Compiled kernels have the contents at the
 * instantiation, while interpreted lambdas read the array itself: a submit after a change is refused, so that both
 * agree. Immutable.
 */
record TableGuard(List<Table> tables) {
    private record Table(TableRef ref, Kernel kernel, Graph graph) {}

    /** Returns the guard of an executable, or null if its kernels read no tables. */
    static @Nullable TableGuard of(Graph graph, KernelIndex kernels) {
        List<Table> found = new ArrayList<>();
        collect(graph, kernels, Collections.newSetFromMap(new IdentityHashMap<>()), found);
        return found.isEmpty() ? null : new TableGuard(List.copyOf(found));
    }

    private static void collect(Graph graph, KernelIndex kernels, Set<Object> known, List<Table> found) {
        for (Node node : graph.nodes()) {
            for (CompiledKernel compiled : kernels.of(node)) {
                Kernel kernel = compiled.facts().kernel();
                for (TableRef ref : kernel.tables()) {
                    if (known.add(ref.source())) {
                        found.add(new Table(ref, kernel, graph));
                    }
                }
            }
            node.work().nested().forEach(inner -> collect(inner.graph(), kernels, known, found));
        }
    }

    /** Throws S275 if an array has changed since the instantiation. Allocates nothing if none has. */
    void requireUnchanged() {
        for (int k = 0; k < tables.size(); k++) {
            String changed = tables.get(k).ref.changed();
            if (!changed.isEmpty()) {
                throw refusal(tables.get(k), changed);
            }
        }
    }

    private static CodedStateException refusal(Table table, String changed) {
        String name = table.ref.array().name();
        return new CodedStateException(
                "S275",
                "the Java array " + Labels.quoted(name) + ", which kernel " + Labels.quoted(table.kernel.label()) + " ("
                        + table.kernel.position() + ") of graph "
                        + Labels.quoted(table.graph.label()) + " reads as a table, has changed since the graph was"
                        + " instantiated, in element " + changed
                        + "; instantiate the graph again, or use a view for what changes");
    }
}
