package org.sporos.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Access;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.kernel.capture.Capture;
import org.sporos.kernel.capture.Captured;
import org.sporos.kernel.capture.CapturedValues;
import org.sporos.kernel.index.NodeTable;
import org.sporos.param.Param;
import org.sporos.policy.IndexSet;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reduction;
import org.sporos.space.Allocation;
import org.sporos.view.GraphMemory;
import org.sporos.view.IntView;
import org.sporos.view.View;

/** The views and params that each node of a graph touches, with those of its nested graphs. Built once, then read. */
public final class NodeUses {
    private final NodeTable<List<ViewUse>> own;
    private final Map<Node, List<ViewUse>> nested = new IdentityHashMap<>();
    private final Captured captured;
    /** What the last kernel captured and uses: the next of a graph mostly captured the same. */
    private @Nullable Capture lastCapture;

    private List<ViewUse> lastUses = List.of();
    private final Map<KernelBody, CapturedValues> values = new IdentityHashMap<>();
    private final CapturedValues.Known known = new CapturedValues.Known();
    private final Map<Graph, Set<ViewUse>> graphs = new IdentityHashMap<>();
    private final Set<Param> params = new LinkedHashSet<>();
    private final Set<View> views = new LinkedHashSet<>();
    private final Map<Graph, Set<Allocation>> allocatedIn = new IdentityHashMap<>();
    private final Set<Allocation> allocated = new HashSet<>();
    private boolean graphMemory;

    private NodeUses(Graph graph, Captured captured) {
        this.own = new NodeTable<>(graph);
        this.captured = captured;
    }

    /** Returns the uses of all nodes of a graph and of the graphs nested in it. */
    public static NodeUses of(Graph graph) {
        return of(graph, new Captured());
    }

    /**
     * Returns the uses of all nodes of a graph and of the graphs nested in it.
     *
     * @param captured what the bodies of the graph captured, as far as known
     */
    public static NodeUses of(Graph graph, Captured captured) {
        NodeUses all = new NodeUses(graph, captured);
        all.graph(graph);
        all.allocated.addAll(all.allocatedIn(graph));
        return all;
    }

    /** Returns what a node touches, with all that the graphs nested in it do. */
    public List<ViewUse> of(Node node) {
        List<ViewUse> whole = nested.isEmpty() ? null : nested.get(node);
        return whole != null ? whole : ofNodeAlone(node);
    }

    /** Returns what a node touches by itself: of a conditional only what its condition and its count of passes do. */
    public List<ViewUse> ofNodeAlone(Node node) {
        List<ViewUse> uses = own.get(node);
        return uses == null ? List.of() : uses;
    }

    /** Returns all params that kernels read, in the order of the nodes. */
    public Set<Param> params() {
        return params;
    }

    /** Returns all views that are touched, in the order of the nodes. */
    public Set<View> views() {
        return views;
    }

    /** Returns whether a node allocates, frees or uses memory that lives inside of a graph. */
    boolean hasGraphMemory() {
        return graphMemory;
    }

    /** Returns whether a node of the graph, or of one nested in it, allocates that memory. */
    boolean isAllocated(Allocation memory) {
        return allocated.contains(memory);
    }

    /** Returns the memory that the nodes of a graph, and of those nested in it, allocate, in the order of the nodes. */
    Set<Allocation> allocatedIn(Graph graph) {
        return allocatedIn.getOrDefault(graph, Set.of());
    }

    /** Returns what a graph touches, each once. Looks at a graph once, however often it is nested. */
    private Set<ViewUse> graph(Graph graph) {
        Set<ViewUse> found = graphs.get(graph);
        if (found == null) {
            found = new LinkedHashSet<>();
            Set<Allocation> allocated = new LinkedHashSet<>();
            List<ViewUse> last = List.of();
            for (Node node : graph.nodes()) {
                List<ViewUse> uses = node(node);
                if (uses != last) {
                    found.addAll(uses);
                    last = uses;
                }
                if (node.work() instanceof Work.Allocate allocate) {
                    allocated.add(allocate.view().allocation());
                }
                for (Graph inner : Bodies.withNested(node.work())) {
                    allocated.addAll(allocatedIn(inner));
                }
            }
            graphs.put(graph, found);
            allocatedIn.put(graph, allocated);
        }
        return found;
    }

    private List<ViewUse> node(Node node) {
        if (node.work() instanceof Work.Join) {
            return List.of();
        }
        boolean isPlainLoop = node.work() instanceof Work.ParallelFor && elements(node.work()) == null;
        List<ViewUse> alone = isPlainLoop ? loop((Work.ParallelFor) node.work()) : several(node.work());
        own.put(node, alone);
        List<Graph> inner = Bodies.withNested(node.work());
        if (inner.isEmpty()) {
            return alone;
        }
        Set<ViewUse> all = new LinkedHashSet<>(alone);
        inner.forEach(graph -> all.addAll(graph(graph)));
        nested.put(node, List.copyOf(all));
        return List.copyOf(all);
    }

    private List<ViewUse> loop(Work.ParallelFor loop) {
        Capture capture = captured.of(loop.body());
        if (capture != lastCapture) {
            List<ViewUse> found = new ArrayList<>();
            boolean isPlain = kernel(loop.body(), capture, found);
            found.forEach(this::note);
            lastCapture = isPlain ? capture : null;
            lastUses = found;
        }
        return lastUses;
    }

    private void note(ViewUse use) {
        views.add(use.view());
        graphMemory |= use.view().allocation() instanceof GraphMemory;
    }

    private List<ViewUse> several(Work work) {
        graphMemory |= work instanceof Work.Allocate || work instanceof Work.Free;
        List<ViewUse> found = new ArrayList<>();
        collect(work, found);
        IntView elements = elements(work);
        if (elements != null) {
            found.add(new ViewUse(elements, Access.Mode.READ));
        }
        found.forEach(this::note);
        return found;
    }

    /** Returns the view with the elements of the index set that a work runs over, or null if there is none yet. */
    private static @Nullable IntView elements(Work work) {
        Policy policy = work instanceof Work.ParallelFor loop
                ? loop.policy()
                : work instanceof Work.ParallelReduce reduce
                        ? reduce.policy()
                        : work instanceof Work.ParallelScan scan ? scan.policy() : null;
        if (policy instanceof IndexSet set) {
            return set.view();
        }
        return policy instanceof RangePolicy range ? range.elements() : null;
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
            conditional(work, found);
        }
    }

    private void conditional(Work work, List<ViewUse> found) {
        if (work instanceof Work.If branch) {
            kernel(branch.condition(), found);
        } else if (work instanceof Work.While loop) {
            kernel(loop.condition(), found);
            if (loop.passes() != null) {
                found.add(new ViewUse(loop.passes(), Access.Mode.WRITE));
            }
        } else if (work instanceof Work.Switch choice) {
            kernel(choice.selector(), found);
        }
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
        kernel(body, captured.of(body), found);
    }

    /** Returns whether all that it adds follows from what was captured. */
    private boolean kernel(KernelBody body, Capture capture, List<ViewUse> found) {
        List<@Nullable Object> plain = CapturedValues.plain(capture);
        if (plain == null) {
            CapturedValues all = values.computeIfAbsent(body, key -> known.of(key, capture));
            all.views().forEach(view -> found.add(new ViewUse(view, null)));
            params.addAll(all.params());
            return false;
        }
        for (int k = 0; k < plain.size(); k++) {
            Object value = plain.get(k);
            if (value instanceof View view && plain.indexOf(view) == k) {
                found.add(new ViewUse(view, null));
            } else if (value instanceof Param param) {
                params.add(param);
            }
        }
        return true;
    }

    private static void declared(List<Access> accesses, List<ViewUse> found) {
        for (Access access : accesses) {
            access.views().forEach(view -> found.add(new ViewUse(view, access.mode())));
        }
    }
}
