package org.sporos.check;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Access;
import org.sporos.graph.Conditional;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.KernelCall;
import org.sporos.graph.KernelCall.Role;
import org.sporos.graph.Node;
import org.sporos.graph.NodeEffects;
import org.sporos.graph.NodeEffects.Agent;
import org.sporos.graph.NodeEffects.SemaphoreValue;
import org.sporos.graph.Work;
import org.sporos.internal.error.Labels;
import org.sporos.internal.view.GraphMemory;
import org.sporos.kernel.cpp.CppGeometry;
import org.sporos.policy.Policy;
import org.sporos.policy.TeamPolicy;
import org.sporos.view.View;
import org.sporos.view.Views;

/** Checks each node by itself: ranks of results, captures, semaphores, declarations. */
record NodeCheck(Target target, Diagnostics diagnostics) {
    /** The limit at which the results of tiles, of 2048 contributions each, fit one array. */
    private static final long MOST_CONTRIBUTIONS = (Integer.MAX_VALUE - 64L) * 2048;

    void check(Graph graph, Node node) {
        NodeName name = new NodeName(node, graph);
        Work work = node.work();
        if (node.role() != null) {
            kernels(name, node.role(), node);
            for (KernelCall call : node.kernels()) {
                scratch(name, call);
            }
        }
        if (!work.runsOn(target.kind())) {
            unsupported(name);
        }
        effects(name, node.effects());
    }

    private void kernels(NodeName name, Role first, Node node) {
        String verb = switch (first) {
            case CONTRIBUTION -> "reduces";
            case ADDEND -> "scans";
            case FOR, SINGLE, JOIN, CONSUMER, CONDITION, SELECTOR -> null;
        };
        Conditional conditional = isQuestion(first) ? node.work().conditional() : null;
        if (conditional != null) {
            scalar(name, "the number of iterations", conditional.iterations());
        } else if (verb != null) {
            contributions(name, verb, node.kernels().get(0).policy());
            results(name, node.effects().accesses());
        }
    }

    private static boolean isQuestion(Role role) {
        return role == Role.CONDITION || role == Role.SELECTOR;
    }

    private void effects(NodeName name, NodeEffects effects) {
        boolean isCapture = effects.agent() == Agent.LIBRARY;
        if (effects.isUnknown()) {
            undeclared(name, isCapture ? "a capture" : "a host node");
        }
        if (isCapture) {
            captured(name, effects.accesses());
        }
        if (effects.isOfSemaphore()) {
            semaphore(name, effects);
        }
        View freed = effects.frees();
        if (freed != null && !(freed.allocation() instanceof GraphMemory)) {
            diagnostics.error(
                    "G105",
                    name + " frees view " + Labels.quoted(freed.label()) + ", which no graph has allocated",
                    "Free only views of thenAllocate; close the others with close().");
        }
    }

    private void contributions(NodeName name, String verb, @Nullable Policy policy) {
        if (policy != null && policy.size() > MOST_CONTRIBUTIONS) {
            diagnostics.error(
                    "G005",
                    name + " " + verb + " " + policy.size() + " contributions; at most " + MOST_CONTRIBUTIONS
                            + " are possible at once",
                    "Cut the range into several nodes, and combine what they give.");
        }
    }

    private void scratch(NodeName name, KernelCall call) {
        int declared = call.role() == Role.CONTRIBUTION ? CppGeometry.DECLARED_BYTES : 0;
        int most = target.sharedBytes() - CppGeometry.ROOM_BYTES - declared;
        if (call.policy() instanceof TeamPolicy teams && teams.scratchBytes() > most) {
            diagnostics.error(
                    "G125",
                    name + " wants " + teams.scratchBytes() + " bytes of scratch for each team; " + target.name()
                            + " has at most " + most,
                    "Ask for less in withScratch, and for the rest in withDeviceScratch.");
        }
    }

    private void results(NodeName name, List<Access> accesses) {
        List<View> results = new ArrayList<>();
        for (Access access : accesses) {
            access.views().forEach(view -> result(name, results, view));
        }
    }

    private void result(NodeName name, List<View> results, View view) {
        scalar(name, "the result of a reduction", view);
        if (results.stream().anyMatch(other -> Views.overlap(other, view))) {
            diagnostics.error(
                    "G106",
                    name + " writes two results into view " + Labels.quoted(view.label()),
                    "Give each reduction a view of its own.");
        }
        results.add(view);
    }

    private void scalar(NodeName name, String what, @Nullable View view) {
        if (view != null && view.rank() != 0) {
            diagnostics.error(
                    "S203",
                    name + " puts " + what + " into view " + Labels.quoted(view.label()) + " of rank " + view.rank(),
                    "Use a view of rank 0: make it without extents, or take a sub-view with Slice.at.");
        }
    }

    private void unsupported(NodeName name) {
        diagnostics.error(
                "S215",
                name + " captures nothing that " + target.name() + " can run",
                "Add a twin with and" + Character.toUpperCase(target.kind().charAt(0))
                        + target.kind().substring(1) + "(...).");
    }

    private void captured(NodeName name, List<Access> accesses) {
        for (Access access : accesses) {
            access.views().stream()
                    .filter(view -> view.allocation() instanceof GraphMemory)
                    .forEach(view -> diagnostics.error(
                            "G114",
                            name + " captures calls on view " + Labels.quoted(view.label())
                                    + ", whose memory lives inside the graph",
                            "Use a view made with of: a capture is run once at instantiation, before the graph has"
                                    + " memory."));
        }
    }

    private void undeclared(NodeName name, String what) {
        diagnostics.add(
                Diagnostic.Severity.WARNING,
                "G103",
                name,
                what,
                " is " + what + " that declares no views: the race check cannot see what it touches",
                "Declare them with Access.reads and Access.writes, or Access.reads() if it touches none.");
    }

    private void semaphore(NodeName name, NodeEffects effects) {
        SemaphoreValue value = effects.signals() != null ? effects.signals() : effects.waits();
        if (value != null && !target.canUse(value.semaphore())) {
            diagnostics.error(
                    "S214",
                    name + " uses " + value.semaphore() + ", which " + target.name() + " cannot use",
                    "Host spaces use ExternalSemaphore.inProcess, GPU spaces ofFileDescriptor, if their driver has such.");
        }
    }
}
