package org.sporos.check;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sporos.graph.Access;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.kernel.capture.CapturedValues;
import org.sporos.param.Param;
import org.sporos.policy.KernelBody;
import org.sporos.reduce.Reduction;
import org.sporos.view.View;

/** The views and params that each node of a graph touches, with those of its nested graphs. Built once, then read. */
public final class NodeUses {
    private final Map<Node, List<ViewUse>> uses = new IdentityHashMap<>();
    private final Set<Param> params = new LinkedHashSet<>();
    private final Set<View> views = new LinkedHashSet<>();

    private NodeUses() {}

    /** Returns the uses of all nodes of a graph and of the graphs nested in it. */
    public static NodeUses of(Graph graph) {
        NodeUses all = new NodeUses();
        all.add(graph);
        return all;
    }

    /** Returns what a node touches. */
    public List<ViewUse> of(Node node) {
        return uses.getOrDefault(node, List.of());
    }

    /** Returns all params that kernels read, in the order of the nodes. */
    public Set<Param> params() {
        return params;
    }

    /** Returns all views that are touched, in the order of the nodes. */
    public Set<View> views() {
        return views;
    }

    private void add(Graph graph) {
        for (Node node : graph.nodes()) {
            if (!(node.work() instanceof Work.Join) && !uses.containsKey(node)) {
                List<ViewUse> found = new ArrayList<>();
                collect(node.work(), found);
                uses.put(node, found);
                found.forEach(use -> views.add(use.view()));
            }
        }
    }

    private void collect(Work work, List<ViewUse> found) {
        if (work instanceof Work.ParallelFor loop) {
            kernel(loop.body(), found);
        } else if (work instanceof Work.ParallelReduce reduce) {
            reduce.reductions().forEach(reduction -> reduction(reduction, found));
        } else if (work instanceof Work.ParallelScan scan) {
            kernel(scan.contribution(), found);
            kernel(scan.consumer(), found);
        } else if (work instanceof Work.Single single) {
            kernel(single.body(), found);
        } else if (work instanceof Work.HostCall call) {
            declared(call.accesses(), found);
        } else if (work instanceof Work.Captured captured) {
            declared(captured.capture().accesses(), found);
        } else if (work instanceof Work.DeepCopy copy) {
            found.add(new ViewUse(copy.to(), Access.Mode.WRITE));
            found.add(new ViewUse(copy.from(), Access.Mode.READ));
        } else if (work instanceof Work.Fill fill) {
            found.add(new ViewUse(fill.view(), Access.Mode.WRITE));
        } else {
            nested(work, found);
        }
    }

    private void nested(Work work, List<ViewUse> found) {
        if (work instanceof Work.SubGraph sub) {
            graph(sub.graph(), found);
        } else if (work instanceof Work.If branch) {
            kernel(branch.condition(), found);
            graph(branch.then(), found);
            if (branch.otherwise() != null) {
                graph(branch.otherwise(), found);
            }
        } else if (work instanceof Work.While loop) {
            kernel(loop.condition(), found);
            if (loop.passes() != null) {
                found.add(new ViewUse(loop.passes(), Access.Mode.WRITE));
            }
            graph(loop.body(), found);
        } else if (work instanceof Work.Switch choice) {
            kernel(choice.selector(), found);
            choice.cases().forEach(graph -> graph(graph, found));
        }
    }

    private void graph(Graph graph, List<ViewUse> found) {
        add(graph);
        graph.nodes().forEach(node -> found.addAll(of(node)));
    }

    private void reduction(Reduction reduction, List<ViewUse> found) {
        kernel(reduction.contribution(), found);
        if (reduction.join() != null) {
            kernel(reduction.join(), found);
        }
        found.add(new ViewUse(reduction.result(), Access.Mode.WRITE));
        if (reduction.location() != null) {
            found.add(new ViewUse(reduction.location(), Access.Mode.WRITE));
        }
    }

    private void kernel(KernelBody body, List<ViewUse> found) {
        CapturedValues captured = CapturedValues.of(body);
        captured.views().forEach(view -> found.add(new ViewUse(view, null)));
        params.addAll(captured.params());
    }

    private static void declared(List<Access> accesses, List<ViewUse> found) {
        for (Access access : accesses) {
            access.views().forEach(view -> found.add(new ViewUse(view, access.mode())));
        }
    }
}
