package org.sporos.verify;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sporos.graph.Access;
import org.sporos.graph.Graph;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;
import org.sporos.kernel.analysis.dependence.KernelEffect;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.view.View;

/**
 * The views that a node writes and those that its kernels use, with those of the graphs in it, and how exact it is.
 * Immutable once made.
 */
final class NodeResults {
    private final KernelIndex kernels;
    private final Set<View> written = Sets.newIdentityHashSet();
    private final List<View> inOrder = new ArrayList<>();
    private final Set<View> used = Sets.newIdentityHashSet();
    private boolean isExact = true;
    private boolean isOrderFree = true;

    private NodeResults(KernelIndex kernels) {
        this.kernels = kernels;
    }

    static NodeResults of(Node node, KernelIndex kernels) {
        NodeResults results = new NodeResults(kernels);
        results.visit(node);
        return results;
    }

    static NodeResults of(Graph graph) {
        NodeResults results = new NodeResults(KernelIndex.of(graph));
        graph.nodes().forEach(results::visit);
        return results;
    }

    private void visit(Node node) {
        for (CompiledKernel kernel : kernels.of(node)) {
            visit(kernel.facts());
        }
        for (Access access : node.effects().accesses()) {
            if (access.mode().writes()) {
                access.views().forEach(this::write);
            }
        }
        for (NestedGraph nested : node.work().nested()) {
            nested.graph().nodes().forEach(this::visit);
        }
    }

    private void visit(KernelFacts facts) {
        KernelTraits traits = KernelTraits.of(facts.kernel());
        isExact &= traits.isExact();
        isOrderFree &= traits.isOrderFree();
        used.addAll(facts.binding().views());
        for (KernelEffect effect : facts.effects()) {
            if (effect.changes()) {
                write(facts.view(effect.view()));
            }
        }
    }

    private void write(View view) {
        if (written.add(view)) {
            inOrder.add(view);
        }
    }

    /** Returns the views that it writes, in the order of the nodes. */
    List<View> written() {
        return inOrder;
    }

    /** Returns the views that its kernels use. */
    Set<View> used() {
        return used;
    }

    /** Returns whether none of its kernels calls a function whose results may differ by some ulps. */
    boolean isExact() {
        return isExact;
    }

    /** Returns whether the order of its work items cannot show in the result. */
    boolean isOrderFree() {
        return isOrderFree;
    }
}
