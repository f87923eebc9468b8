package org.sporos.check;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Labels;
import org.sporos.graph.Access;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.policy.Policy;
import org.sporos.reduce.Reduction;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.GraphMemory;
import org.sporos.view.View;
import org.sporos.view.Views;

/** Checks what can be said of a node by itself: ranks of results, captures, semaphores, declarations. */
final class NodeCheck {
    /** The results of tiles of 2048 contributions must fit into one array. */
    private static final long MOST_CONTRIBUTIONS = (Integer.MAX_VALUE - 64L) * 2048;

    private final Target target;
    private final Diagnostics diagnostics;

    NodeCheck(Target target, Diagnostics diagnostics) {
        this.target = target;
        this.diagnostics = diagnostics;
    }

    void check(Graph graph, Node node) {
        NodeName name = new NodeName(node, graph);
        Work work = node.work();
        if (work instanceof Work.ParallelReduce reduce) {
            contributions(name, "reduces", reduce.policy());
            reductions(name, reduce);
        } else if (work instanceof Work.ParallelScan scan) {
            contributions(name, "scans", scan.policy());
        } else if (work instanceof Work.While loop) {
            scalar(name, "the number of passes", loop.passes());
        } else if (work instanceof Work.Captured captured) {
            capture(name, captured);
        } else if (work instanceof Work.HostCall call && call.accesses().isEmpty()) {
            undeclared(name, "a host node");
        } else if (work instanceof Work.SignalSemaphore signal) {
            semaphore(name, signal.semaphore());
        } else if (work instanceof Work.WaitSemaphore wait) {
            semaphore(name, wait.semaphore());
        } else if (work instanceof Work.Free free && !(free.view().allocation() instanceof GraphMemory)) {
            diagnostics.error(
                    "G105",
                    name + " frees view " + Labels.quoted(free.view().label()) + ", which no graph has allocated",
                    "Free only views of thenAllocate; close the others with close().");
        }
    }

    private void contributions(NodeName name, String verb, Policy policy) {
        if (policy.size() > MOST_CONTRIBUTIONS) {
            diagnostics.error(
                    "G005",
                    name + " " + verb + " " + policy.size() + " contributions; at most " + MOST_CONTRIBUTIONS
                            + " are possible at once",
                    "Cut the range into several nodes, and combine what they give.");
        }
    }

    private void reductions(NodeName name, Work.ParallelReduce reduce) {
        List<View> results = new ArrayList<>();
        for (Reduction reduction : reduce.reductions()) {
            result(name, results, reduction.result());
            result(name, results, reduction.location());
        }
    }

    private void result(NodeName name, List<View> results, @Nullable View view) {
        scalar(name, "the result of a reduction", view);
        if (view == null) {
            return;
        }
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

    private void capture(NodeName name, Work.Captured captured) {
        if (!captured.capture().supports(target.kind())) {
            diagnostics.error(
                    "S215",
                    name + " captures nothing that " + target.name() + " can run",
                    "Add a twin with and" + Character.toUpperCase(target.kind().charAt(0))
                            + target.kind().substring(1) + "(...).");
        }
        if (captured.capture().accesses().isEmpty()) {
            undeclared(name, "a capture");
        }
        for (Access access : captured.capture().accesses()) {
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

    private void semaphore(NodeName name, ExternalSemaphore semaphore) {
        if (!target.canUse(semaphore)) {
            diagnostics.error(
                    "S214",
                    name + " uses " + semaphore + ", which " + target.name() + " cannot use",
                    "Host spaces use ExternalSemaphore.inProcess, GPU spaces ofFileDescriptor, if their driver has such.");
        }
    }
}
