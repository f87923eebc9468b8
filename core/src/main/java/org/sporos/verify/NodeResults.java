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
import org.sporos.kernel.ir.AtomicKind;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.view.View;

/**
 * The views written by a node and those used by its kernels, including nested graphs, and the exactness of its results.
 * Immutable once built.
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

    /** Returns whether its kernels call no inexact function. */
    boolean isExact() {
        return isExact;
    }

    /** Returns whether the results are independent of the order of its work items. */
    boolean isOrderFree() {
        return isOrderFree;
    }

    /**
     * The properties of a kernel by which the bits of two runs may differ: inexact functions of Math, and atomics with
     * order-dependent results. Used by one thread.
     */
    private static final class KernelTraits {
        private final Set<Value> used = Sets.newIdentityHashSet();
        private final Set<Instruction> atomics = Sets.newIdentityHashSet();
        private boolean isExact = true;

        private KernelTraits() {}

        static KernelTraits of(Kernel kernel) {
            KernelTraits traits = new KernelTraits();
            traits.visit(kernel.body());
            return traits;
        }

        private void visit(Region region) {
            for (Block block : region.blocks()) {
                block.instructions().forEach(this::visit);
                used.addAll(block.terminator().operands());
                for (Edge edge : block.terminator().edges()) {
                    used.addAll(edge.arguments());
                }
            }
        }

        private void visit(Instruction instruction) {
            used.addAll(instruction.operands());
            isExact &= !(instruction.op() instanceof MathFunction function) || function.isExact();
            if (instruction.op() instanceof Op.Atomic) {
                atomics.add(instruction);
            }
            instruction.regions().forEach(this::visit);
        }

        /** Returns whether it calls no inexact function. */
        boolean isExact() {
            return isExact;
        }

        /**
         * Returns whether its atomics give the same in all orders: sums of integers, and extremes, with unread results.
         */
        boolean isOrderFree() {
            return atomics.stream().allMatch(this::isOrderFree);
        }

        private boolean isOrderFree(Instruction instruction) {
            Op.Atomic atomic = (Op.Atomic) instruction.op();
            boolean isSum = atomic.kind() == AtomicKind.ADD
                    && !atomic.view().element().javaName().matches("float|double");
            boolean isExtreme = atomic.kind() == AtomicKind.MIN || atomic.kind() == AtomicKind.MAX;
            return (isSum || isExtreme) && !used.contains(instruction);
        }
    }
}
