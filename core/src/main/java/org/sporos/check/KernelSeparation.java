package org.sporos.check;

import java.util.List;
import org.sporos.graph.Node;
import org.sporos.kernel.analysis.dependence.AccessSite;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.dependence.KernelPairs;
import org.sporos.kernel.analysis.dependence.KernelPairs.ListedPairs;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.compile.KernelIndex;

/** Decides by the facts of kernels and by index sets whether accesses of two nodes overlap. Used by one thread. */
final class KernelSeparation {
    private final KernelIndex kernels;
    private final KernelPairs pairs = new KernelPairs();

    KernelSeparation(KernelIndex kernels) {
        this.kernels = kernels;
    }

    /** Returns whether two accesses never touch a common element; false unless both are accesses of kernels. */
    boolean areDisjoint(Node node, NodeAccess touch, Node otherNode, NodeAccess otherTouch) {
        boolean found = false;
        for (CompiledKernel kernel : kernels.of(node)) {
            for (CompiledKernel other : kernels.of(otherNode)) {
                for (AccessSite one : madeOf(touch, node, kernel.facts())) {
                    for (AccessSite two : madeOf(otherTouch, otherNode, other.facts())) {
                        found = true;
                        if (!listed(kernel, one, other, two).areDisjoint()
                                && !pairs.areDisjoint(kernel.facts(), one, other.facts(), two)) {
                            return false;
                        }
                    }
                }
            }
        }
        return found;
    }

    /**
     * Returns whether two accesses touch a common element in each run, although their elements are no known regions.
     */
    boolean mustOverlap(Node node, NodeAccess touch, Node otherNode, NodeAccess otherTouch) {
        for (CompiledKernel kernel : kernels.of(node)) {
            for (CompiledKernel other : kernels.of(otherNode)) {
                if (isListed(kernel, other) && mustOverlap(kernel, node, touch, other, otherNode, otherTouch)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean mustOverlap(
            CompiledKernel kernel,
            Node node,
            NodeAccess touch,
            CompiledKernel other,
            Node otherNode,
            NodeAccess otherTouch) {
        List<AccessSite> others = madeOf(otherTouch, otherNode, other.facts());
        return madeOf(touch, node, kernel.facts()).stream()
                .anyMatch(one -> others.stream()
                        .anyMatch(two -> listed(kernel, one, other, two).mustOverlap()));
    }

    private static boolean isListed(CompiledKernel kernel, CompiledKernel other) {
        return kernel.set() != null || other.set() != null;
    }

    private static ListedPairs listed(CompiledKernel kernel, AccessSite one, CompiledKernel other, AccessSite two) {
        return new ListedPairs(
                new ListedPairs.Side(kernel.facts(), one, kernel.set()),
                new ListedPairs.Side(other.facts(), two, other.set()));
    }

    /** Returns the access sites of a kernel for a node's access; none for results and for nodes with bodies. */
    private static List<AccessSite> madeOf(NodeAccess touch, Node node, KernelFacts facts) {
        if (touch.where() == null || !Bodies.of(node.work()).isEmpty()) {
            return List.of();
        }
        return facts.sites().stream()
                .filter(made -> facts.view(made.view()) == touch.view()
                        && made.mode() == touch.mode()
                        && made.elements().equals(touch.elements()))
                .toList();
    }
}
