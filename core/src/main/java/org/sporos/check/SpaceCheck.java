package org.sporos.check;

import java.util.List;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.graph.NodeEffects.Agent;
import org.sporos.internal.error.Labels;
import org.sporos.internal.view.CopyViolation;
import org.sporos.internal.view.GraphMemory;
import org.sporos.view.View;

/** Checks that the views of a node are there, and where the node can reach them. */
final class SpaceCheck {
    private final Target target;
    private final Diagnostics diagnostics;

    SpaceCheck(Target target, Diagnostics diagnostics) {
        this.target = target;
        this.diagnostics = diagnostics;
    }

    void check(Graph graph, Node node, List<View> views) {
        NodeName name = new NodeName(node, graph);
        NodeEffects effects = node.effects();
        for (View view : views) {
            if (view.allocation().isFreed()) {
                diagnostics.error(
                        "S202",
                        name + " uses view " + Labels.quoted(view.label()) + ", which is closed",
                        "Close a view after the graphs that use it are instantiated.");
            } else {
                reach(name, effects.agent(), view);
            }
        }
        if (effects.agent() == Agent.COPY) {
            View to = effects.accesses().get(0).views().get(0);
            View from = effects.accesses().get(1).views().get(0);
            copy(name, to, from);
        }
    }

    /** An agent must reach the memory of each view that it accesses. The two sides of a copy are checked together. */
    private void reach(NodeName name, Agent agent, View view) {
        boolean isByDevice = switch (agent) {
            case DEVICE -> true;
            case LIBRARY -> !isCopySide(view);
            case CPU, COPY, NONE -> false;
        };
        if (isByDevice) {
            reach(name, view);
        } else if (agent == Agent.CPU) {
            touch(name, view);
        }
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

    private void copy(NodeName name, View to, View from) {
        CopyViolation violation = CopyViolation.of(to, to.region(), from, from.region());
        if (violation != null) {
            String cure = Character.toUpperCase(violation.cure().charAt(0))
                    + violation.cure().substring(1) + ".";
            diagnostics.error(violation.code(), name + ": " + violation.what(), cure);
        }
        side(name, to);
        side(name, from);
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
