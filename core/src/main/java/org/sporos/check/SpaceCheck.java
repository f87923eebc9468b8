package org.sporos.check;

import java.util.List;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.view.GraphMemory;
import org.sporos.view.View;
import org.sporos.view.Views;

/** Checks that the views of a node are there, and where the node can reach them. */
final class SpaceCheck {
    private final Target target;
    private final Diagnostics diagnostics;

    SpaceCheck(Target target, Diagnostics diagnostics) {
        this.target = target;
        this.diagnostics = diagnostics;
    }

    void check(Graph graph, Node node, List<ViewUse> uses) {
        String name = Diagnostics.name(node, graph);
        Work work = node.work();
        boolean ownViews = !(work instanceof Work.SubGraph) && Bodies.of(work).isEmpty();
        for (ViewUse use : uses) {
            View view = use.view();
            if (ownViews && view.allocation().isFreed()) {
                diagnostics.error(
                        "S202",
                        name + " uses view '" + view.label() + "', which is closed",
                        "Close a view after the graphs that use it are instantiated.");
            } else if (ownViews && isKernel(work)) {
                reach(name, view);
            } else if (work instanceof Work.HostCall) {
                touch(name, view);
            }
        }
        if (work instanceof Work.DeepCopy copy) {
            copy(name, copy);
        } else if (!ownViews) {
            conditionReach(name, work);
        }
    }

    private static boolean isKernel(Work work) {
        return work instanceof Work.ParallelFor
                || work instanceof Work.ParallelReduce
                || work instanceof Work.ParallelScan
                || work instanceof Work.Single
                || work instanceof Work.Fill;
    }

    /** The views of a conditional's bodies are checked where they stand; here only those of the condition itself. */
    private void conditionReach(String name, Work work) {
        for (View view : Conditions.views(work)) {
            reach(name, view);
        }
    }

    private void reach(String name, View view) {
        if (!(view.allocation() instanceof GraphMemory) && !target.canReach(view.memorySpace())) {
            diagnostics.error(
                    "S201",
                    name + " uses view '" + view.label() + "', which lives in "
                            + view.memorySpace().name() + " and cannot be reached from " + target.name(),
                    "Make the view in the memory of " + target.name() + ", or copy it there with deepCopy.");
        }
    }

    private void touch(String name, View view) {
        if (!view.memorySpace().isHostAccessible()) {
            diagnostics.error(
                    "S206",
                    name + " runs on the CPU and uses view '" + view.label() + "', which lives in "
                            + view.memorySpace().name(),
                    "Copy it to a mirror with a deepCopy node before, and use the mirror.");
        }
    }

    private void copy(String name, Work.DeepCopy copy) {
        String flaw = Views.copyFlaw(copy.to(), copy.from());
        if (flaw != null) {
            int colon = flaw.indexOf(": ");
            int cure = flaw.lastIndexOf("; ");
            diagnostics.error(
                    flaw.substring(0, colon),
                    name + ": " + flaw.substring(colon + 2, cure),
                    Character.toUpperCase(flaw.charAt(cure + 2)) + flaw.substring(cure + 3) + ".");
        }
        side(name, copy.to());
        side(name, copy.from());
    }

    private void side(String name, View view) {
        boolean own = view.allocation() instanceof GraphMemory || target.canReach(view.memorySpace());
        if (!own && !view.memorySpace().isHostAccessible()) {
            diagnostics.error(
                    "S201",
                    name + " copies view '" + view.label() + "', which lives in "
                            + view.memorySpace().name() + " and cannot be reached from " + target.name(),
                    "Copy it with Views.deepCopy outside of the graph, through a view on the host.");
        } else if (!own && target.needsPinnedCopies() && !view.memorySpace().isPinned()) {
            diagnostics.error(
                    "S213",
                    name + " copies view '" + view.label() + "', which is a Java array in "
                            + view.memorySpace().name() + " that " + target.name() + " cannot copy by itself",
                    "Make the view with mirror() of a view of " + target.name() + ": mirrors are pinned.");
        }
    }
}
