package org.sporos.kernel.compile;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.TableRef;

/**
 * A Java array that a kernel of a graph reads as a table: compiled code has the contents that it had at the
 * instantiation.
 *
 * @param ref the array and these contents
 * @param graph the graph of the kernel, which may be nested
 */
public record TableUse(TableRef ref, Kernel kernel, Graph graph) {

    /** Returns the arrays that kernels of a graph and of its nested graphs read, each once. */
    public static List<TableUse> of(Graph graph, KernelIndex kernels) {
        List<TableUse> found = new ArrayList<>();
        collect(graph, kernels, Sets.newIdentityHashSet(), found);
        return List.copyOf(found);
    }

    private static void collect(Graph graph, KernelIndex kernels, Set<Object> known, List<TableUse> found) {
        for (Node node : graph.nodes()) {
            for (CompiledKernel compiled : kernels.of(node)) {
                Kernel kernel = compiled.facts().kernel();
                for (TableRef ref : kernel.tables()) {
                    if (known.add(ref.source())) {
                        found.add(new TableUse(ref, kernel, graph));
                    }
                }
            }
            node.work().nested().forEach(inner -> collect(inner.graph(), kernels, known, found));
        }
    }
}
