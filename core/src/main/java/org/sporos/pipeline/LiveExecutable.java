package org.sporos.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedStateException;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.KernelCall;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;
import org.sporos.graph.Profile;
import org.sporos.graph.Submission;
import org.sporos.graph.UpdateResult.Difference;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.RunFrame;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.plan.FusionSizes;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.ForwardingExecutable;
import org.sporos.spi.LoweringContext;

/**
 * A mutable executable: delegates to the backend's current executable, which changes replace.
 *
 * <p>A change first creates the new executable. Then it closes the current one, which waits for pending runs, and
 * replaces it. Submits need no lock for that: a concurrent one finds a closed executable, is refused, waits for the end
 * of the change and retries on the new one. So each run belongs to the old or to the new executable, and all old runs
 * have ended before the first new one begins. Thread-safe.
 */
final class LiveExecutable extends MutableExecutable implements ForwardingExecutable {
    private static final String STREAM = "the stream to submit to";

    /** Held during a replacement. */
    private final Object exchange = new Object();
    /** Written under {@link #exchange}. */
    private volatile LoweredGraph made;
    /** The sizes of the instantiated graph, known from the first change on. Guarded by this. */
    private double @Nullable [] sizes;

    LiveExecutable(Instantiation instantiation, LoweredGraph made) {
        super(instantiation, made.context().graph().origin());
        this.made = made;
    }

    @Override
    public ExecutableGraph current() {
        return made.executable();
    }

    @Override
    public void submit(ExecutionStream stream) {
        Required.argument(stream, STREAM);
        LoweredGraph now = made;
        while (true) {
            try {
                now.executable().submit(stream);
                return;
            } catch (CodedStateException refusal) {
                now = next(now, refusal);
            }
        }
    }

    @Override
    public Submission submitTracked(ExecutionStream stream) {
        Required.argument(stream, STREAM);
        LoweredGraph now = made;
        while (true) {
            try {
                return now.executable().submitTracked(stream);
            } catch (CodedStateException refusal) {
                now = next(now, refusal);
            }
        }
    }

    /** Returns the replacement of a closed executable that refused a submit. */
    private LoweredGraph next(LoweredGraph refusing, CodedStateException refusal) {
        if (!refusal.code().equals("S219")) {
            throw refusal;
        }
        synchronized (exchange) {
            if (made == refusing) {
                throw refusal;
            }
            return made;
        }
    }

    /** Changes wait for it, so that all runs belong to one executable. */
    @Override
    public Profile profile(int runs) {
        RunFrame.refuseInHostNode("profile");
        synchronized (this) {
            return made.executable().profile(runs);
        }
    }

    @Override
    public String explain(ExplainOption... options) {
        RunFrame.refuseDeviceCallInHostNode("explain");
        return made.executable().explain(options);
    }

    @Override
    List<Difference> change(Graph to, BiConsumer<Graph, KernelIndex> check) {
        return to.placedOn(space(), placed -> {
            PipelineTrace trace = PipelineTrace.of(placed, space().name(), steps.options());
            List<Difference> differences = NodeDifferences.of(made.context().graph(), placed);
            FusionSizes fusionSizes =
                    differences.isEmpty() ? FusionSizes.update(placed, instantiatedSizes()) : FusionSizes.OWN;
            LoweringContext next = steps.planned(placed, fusionSizes, trace);
            check.accept(next.graph(), next.kernels());
            if (differences.isEmpty()) {
                differences = change(next);
            }
            trace.progress().end();
            return differences;
        });
    }

    /** Returns the sizes of the graph before the first change. */
    private double[] instantiatedSizes() {
        double[] known = sizes;
        if (known == null) {
            known = FusionSizes.list(made.context().graph());
            sizes = known;
        }
        return known;
    }

    private List<Difference> change(LoweringContext next) {
        if (CodeDifferences.areSurelyNone(made.context(), next)) {
            exchange(steps.lowered(next, made.knownText()));
            return List.of();
        }
        String text = steps.backend().kernelText(next);
        if (!text.equals(made.text(steps.backend()))) {
            return new CodeDifferences(made.context(), next).all();
        }
        exchange(steps.lowered(next, text));
        return List.of();
    }

    private void exchange(LoweredGraph next) {
        List<Diagnostic> before = warnings();
        synchronized (exchange) {
            try {
                made.executable().close();
            } catch (RuntimeException | Error refused) {
                next.executable().close();
                throw refused;
            }
            made = next;
        }
        if (!warnings().equals(before)) {
            Instantiation.warn(warnings());
        }
    }

    @Override
    void closeRuns() {
        made.executable().close();
    }

    @Override
    public String toString() {
        return made.executable().toString();
    }

    /** The comparison of nodes and edges of two graphs of one space. Used by one thread, once. */
    static final class NodeDifferences {
        private final List<Difference> found = new ArrayList<>();

        private NodeDifferences() {}

        /** Returns the differences. */
        static List<Difference> of(Graph before, Graph after) {
            NodeDifferences all = new NodeDifferences();
            all.graphs(before, after);
            return all.found;
        }

        private void graphs(Graph old, Graph other) {
            if (old == other) {
                return;
            }
            int count = other.nodes().size();
            if (old.nodes().size() != count) {
                found.add(new Difference(
                        null,
                        Labels.quoted(other.label()) + " has " + count + " nodes, not "
                                + old.nodes().size()));
                return;
            }
            for (int n = 0; n < count; n++) {
                nodes(old.nodes().get(n), other.nodes().get(n));
            }
        }

        private void nodes(Node old, Node other) {
            if (!old.label().equals(other.label())) {
                differs(other, "stands where " + Labels.quoted(old.label()) + " was");
            }
            if (old.work().getClass() != other.work().getClass() || !roles(old).equals(roles(other))) {
                differs(other, "is " + other.work() + ", not " + old.work());
                return;
            }
            if (!ids(old).equals(ids(other))) {
                differs(other, "follows " + names(other) + ", not " + names(old));
            }
            if (old.space() != other.space()) {
                differs(other, "runs on " + name(other) + ", not on " + name(old));
            }
            if (old.priority() != other.priority()) {
                differs(other, "has priority " + other.priority() + ", not " + old.priority());
            }
            List<NestedGraph> inside = old.work().nested();
            List<NestedGraph> otherInside = other.work().nested();
            if (inside.size() != otherInside.size()) {
                differs(other, "holds " + otherInside.size() + " graphs, not " + inside.size());
                return;
            }
            for (int k = 0; k < inside.size(); k++) {
                graphs(inside.get(k).graph(), otherInside.get(k).graph());
            }
        }

        private static List<KernelCall.Role> roles(Node node) {
            return node.kernels().stream().map(KernelCall::role).toList();
        }

        private static List<Integer> ids(Node node) {
            return node.predecessors().stream().map(Node::id).toList();
        }

        private static String names(Node node) {
            return node.predecessors().isEmpty()
                    ? "nothing"
                    : node.predecessors().stream()
                            .map(before -> Labels.quoted(before.label()))
                            .collect(Collectors.joining(" and "));
        }

        private static String name(Node node) {
            return node.space() == null
                    ? "the space of the instantiation"
                    : node.space().name();
        }

        private void differs(Node node, String reason) {
            found.add(new Difference(node, reason));
        }
    }
}
