package org.sporos.check;

import java.util.List;
import org.sporos.error.Labels;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.view.CopyFlaw;
import org.sporos.view.GraphMemory;
import org.sporos.view.View;

/** Checks that the views of a node are there, and where the node can reach them. */
final class SpaceCheck {
    private final Target target;
    private final Diagnostics diagnostics;

    SpaceCheck(Target target, Diagnostics diagnostics) {
        this.target = target;
        this.diagnostics = diagnostics;
    }

    void check(Graph graph, Node node, List<ViewUse> uses) {
        NodeName name = new NodeName(node, graph);
        Work work = node.work();
        for (ViewUse use : uses) {
            View view = use.view();
            if (view.allocation().isFreed()) {
                diagnostics.error(
                        "S202",
                        name + " uses view " + Labels.quoted(view.label()) + ", which is closed",
                        "Close a view after the graphs that use it are instantiated.");
            } else if (runsOnDevice(work)) {
                reach(name, view);
            } else if (work instanceof Work.HostCall) {
                touch(name, view);
            } else if (work instanceof Work.Captured && !isCopySide(view)) {
                reach(name, view);
            }
        }
        if (work instanceof Work.DeepCopy copy) {
            copy(name, copy);
        }
    }

    private static boolean runsOnDevice(Work work) {
        return work instanceof Work.ParallelFor
                || work instanceof Work.ParallelReduce
                || work instanceof Work.ParallelScan
                || work instanceof Work.Single
                || work instanceof Work.Fill
                || !Bodies.of(work).isEmpty()
                || work instanceof Work.Switch;
    }

    private void reach(NodeName name, View view) {
        if (!(view.allocation() instanceof GraphMemory) && !target.canReach(view.memorySpace())) {
            diagnostics.error(
                    "S201",
                    name + " uses view " + Labels.quoted(view.label()) + away(view),
                    "Make the view in the memory of " + here(view) + ", or copy it there with deepCopy.");
        }
    }

    private String away(View view) {
        String there = isNamesake(view)
                ? view.memorySpace().description()
                : view.memorySpace().name();
        return ", which lives in " + there + " and cannot be reached from " + here(view);
    }

    private String here(View view) {
        return isNamesake(view) ? target.memory().description() : target.name();
    }

    /** Two spaces of one device have one name. */
    private boolean isNamesake(View view) {
        return view.memorySpace().name().equals(target.memory().name());
    }

    /** Calls of libraries can also copy from and to the memory of the host that the device reaches by itself. */
    private boolean isCopySide(View view) {
        return view.memorySpace().isPinned()
                || !target.needsPinnedCopies() && view.memorySpace().isHostAccessible();
    }

    private void touch(NodeName name, View view) {
        if (!view.memorySpace().isHostAccessible()) {
            diagnostics.error(
                    "S206",
                    name + " runs on the CPU and uses view " + Labels.quoted(view.label()) + ", which lives in "
                            + view.memorySpace().name(),
                    "Copy it to a mirror with a deepCopy node before, and use the mirror.");
        }
    }

    private void copy(NodeName name, Work.DeepCopy copy) {
        CopyFlaw flaw = CopyFlaw.of(copy.to(), copy.from());
        if (flaw != null) {
            String cure =
                    Character.toUpperCase(flaw.cure().charAt(0)) + flaw.cure().substring(1) + ".";
            diagnostics.error(flaw.code(), name + ": " + flaw.what(), cure);
        }
        side(name, copy.to());
        side(name, copy.from());
    }

    private void side(NodeName name, View view) {
        boolean own = view.allocation() instanceof GraphMemory || target.canReach(view.memorySpace());
        if (!own && !view.memorySpace().isHostAccessible()) {
            diagnostics.error(
                    "S201",
                    name + " copies view " + Labels.quoted(view.label()) + away(view),
                    "Copy it with Views.deepCopy outside of the graph, through a view on the host.");
        } else if (!own && target.needsPinnedCopies() && !view.memorySpace().isPinned()) {
            diagnostics.error(
                    "S213",
                    name + " copies view " + Labels.quoted(view.label()) + ", which is a Java array in "
                            + view.memorySpace().name() + " that " + target.name() + " cannot copy by itself",
                    "Make the view with mirror() of a view of " + target.name() + ": mirrors are pinned.");
        }
    }
}
