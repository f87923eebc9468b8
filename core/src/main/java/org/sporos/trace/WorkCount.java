package org.sporos.trace;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.graph.Access;
import org.sporos.graph.Access.Mode;
import org.sporos.graph.KernelCall.Role;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.graph.NodeEffects.Agent;
import org.sporos.graph.Profile.LeastWork;
import org.sporos.graph.Work;
import org.sporos.internal.run.Footprint;
import org.sporos.internal.space.Allocation;
import org.sporos.kernel.analysis.dependence.AccessMode;
import org.sporos.kernel.analysis.dependence.AccessSite;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.dependence.OperationCount;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.policy.ReductionOp;
import org.sporos.reduce.Reduction;
import org.sporos.space.ElementType;
import org.sporos.view.View;

/** Counts the least work of nodes from the facts of their kernels. Used once for each node. */
final class WorkCount {
    private final Map<Allocation, List<Footprint>> read = new IdentityHashMap<>();
    private final Map<Allocation, List<Footprint>> written = new IdentityHashMap<>();
    private boolean isAllBytes = true;
    private OperationCount operations = OperationCount.NONE;

    private WorkCount() {}

    /** Returns the total least work of nodes, each on its own. */
    static LeastWork of(List<Node> nodes, KernelIndex kernels) {
        LeastWork all = new LeastWork(0, true, 0, true);
        for (Node node : nodes) {
            all = all.plus(of(node, kernels));
        }
        return all;
    }

    /** Returns the least work of one node. That of users' Java code and of libraries is unknown. */
    static LeastWork of(Node node, KernelIndex kernels) {
        NodeEffects effects = node.effects();
        boolean isDone = effects.agent() == Agent.DEVICE || effects.agent() == Agent.COPY;
        if (!isDone || node.work().isEmpty() || effects.isOfMemory() || !kernels.isComplete(node)) {
            return LeastWork.UNKNOWN;
        }
        WorkCount count = new WorkCount();
        effects.accesses().forEach(count::declared);
        long items = 1;
        for (CompiledKernel kernel : kernels.of(node)) {
            count.sites(kernel.facts());
            if (kernel.role() == Role.JOIN) {
                count.joins(kernel.facts().operations(), items);
            } else {
                items = count.items(kernel.facts().launch());
                count.operations = count.operations.plus(kernel.facts().operations());
            }
        }
        count.ofNode(node.work(), items);
        return count.result();
    }

    private void declared(Access access) {
        for (View view : access.views()) {
            Footprint whole = Footprint.of(view.region());
            if (access.mode() != Mode.WRITE) {
                add(read, view.allocation(), whole);
            }
            if (access.mode().writes()) {
                add(written, view.allocation(), whole);
            }
        }
    }

    private static void add(Map<Allocation, List<Footprint>> to, Allocation memory, Footprint elements) {
        to.computeIfAbsent(memory, m -> new ArrayList<>()).add(elements);
    }

    private void sites(KernelFacts facts) {
        for (AccessSite site : facts.sites()) {
            Allocation memory = facts.view(site.view()).allocation();
            if (!site.certain()) {
                isAllBytes = false;
                continue;
            }
            if (site.mode() != AccessMode.WRITE) {
                add(read, memory, site.elements());
            }
            if (site.mode().changes()) {
                add(written, memory, site.elements());
            }
        }
    }

    /** Returns the number of work items, 0 if unknown. */
    private static long items(IterationSpace launch) {
        boolean isKnown = launch.items() == IterationSpace.Items.RANGE
                || launch.items() == IterationSpace.Items.PERMUTATION
                || launch.items() == IterationSpace.Items.ONE;
        long items = isKnown && !launch.isEmpty() && !launch.isTeams() ? 1 : 0;
        for (Interval index : launch.indexes()) {
            items *= launch.items() == IterationSpace.Items.ONE ? 1 : index.high() - index.low() + 1;
        }
        return items;
    }

    private void joins(OperationCount one, long items) {
        operations =
                operations.plus(new OperationCount(one.count() * Math.max(0, items - 1), one.isExact() && items > 0));
    }

    /** Adds the operators of reductions, except for custom kernels; those of scans are omitted. */
    private void ofNode(Work work, long items) {
        if (work instanceof Work.ParallelReduce reduce) {
            for (Reduction reduction : reduce.reductions()) {
                boolean counts = reduction.op() == ReductionOp.SUM || reduction.op() == ReductionOp.PROD;
                if (counts && isFloating(reduction.type())) {
                    joins(new OperationCount(1, true), items);
                }
            }
        } else if (work instanceof Work.ParallelScan) {
            operations = operations.plus(new OperationCount(0, false));
        }
    }

    private static boolean isFloating(ElementType type) {
        return type == ElementType.DOUBLE || type == ElementType.FLOAT;
    }

    private LeastWork result() {
        return new LeastWork(bytes(read) + bytes(written), isAllBytes, operations.count(), operations.isExact());
    }

    private long bytes(Map<Allocation, List<Footprint>> of) {
        long bytes = 0;
        for (Map.Entry<Allocation, List<Footprint>> memory : of.entrySet()) {
            Footprint.Union elements = Footprint.Union.of(memory.getValue());
            isAllBytes &= elements.isExact();
            bytes += elements.size() * memory.getKey().type().bytes();
        }
        return bytes;
    }
}
