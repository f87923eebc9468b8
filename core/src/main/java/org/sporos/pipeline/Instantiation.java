package org.sporos.pipeline;

import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.sporos.check.GraphCheck;
import org.sporos.check.GraphEffects;
import org.sporos.check.KernelCheck;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedStateException;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.InstantiationProgress.Step;
import org.sporos.graph.ProgressReporter;
import org.sporos.graph.Submission;
import org.sporos.internal.error.ClosedExecutable;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.SafeLogger;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.GraphMemory;
import org.sporos.internal.view.LevelMemory;
import org.sporos.kernel.compile.CapturedGraph;
import org.sporos.kernel.compile.Helpers;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.kernel.compile.LiftedGraph;
import org.sporos.plan.FusionSupport;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LoopScope;
import org.sporos.plan.Planner;
import org.sporos.plan.RingOrder;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.Backend;
import org.sporos.spi.ForwardingExecutable;
import org.sporos.spi.LoweringContext;
import org.sporos.view.View;

/**
 * The steps from a graph to an executable of one space: capture, effects, lift, facts, check, plan, lower. {@link
 * #planned} runs all but the last, {@link #lowered} the last, in the backend. Immutable.
 */
record Instantiation(Backend backend, List<InstantiateOption> options) {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    private static final Set<String> RACES = Set.of("G102", "G110");

    /** Keeps an unmodifiable copy. */
    Instantiation {
        options = List.copyOf(options);
    }

    /** Returns the steps for a space, which must be open. */
    static Instantiation on(ExecutionSpace space, List<InstantiateOption> options) {
        return new Instantiation(requireUsable(space), options);
    }

    /** Returns a space of this library that is open. */
    static Backend requireUsable(ExecutionSpace space) {
        if (!(space instanceof Backend backend)) {
            throw new CodedArgumentException(
                    "S216", Labels.shown(space.name()) + " is not a space of this library's backends");
        }
        if (!space.isUsable()) {
            throw new CodedStateException(
                    "S217",
                    "space " + Labels.quoted(space.name())
                            + (space.isClosed() ? " is closed" : " was ended by a failure of its device"));
        }
        return backend;
    }

    /** Throws if a space is not usable, or if the executable of a graph on it was closed. */
    static void requireOpen(ExecutionSpace space, Graph graph, boolean isClosed, String use) {
        requireUsable(space);
        if (isClosed) {
            throw ClosedExecutable.refusal(graph.label(), use);
        }
    }

    /**
     * Runs all steps but the last, without logging warnings.
     *
     * @throws GraphException with all violations of the graph
     */
    LoweringContext planned(Graph graph, PipelineTrace trace) {
        Checked checked = checked(graph, trace);
        GraphEffects effects = checked.effects;
        LaunchPlan plan = trace.step(Step.PLAN).after(Planner.plan(graph, checked.kernels, merges(backend, options)));
        return new LoweringContext(
                graph,
                plan,
                allocations(effects),
                List.copyOf(effects.params()),
                checked.warnings,
                options,
                checked.kernels,
                trace.progress());
    }

    /** A checked graph. */
    record Checked(GraphEffects effects, KernelIndex kernels, List<Diagnostic> warnings) {}

    /**
     * Runs the steps up to the check.
     *
     * @throws GraphException with all violations of the graph
     */
    Checked checked(Graph graph, PipelineTrace trace) {
        checkOptions(options);
        Helpers helpers = CompilerThreads.HELPERS;
        CapturedGraph captured = trace.step(Step.CAPTURE).after(CapturedGraph.of(graph));
        GraphEffects effects = trace.step(Step.EFFECTS).after(GraphEffects.of(captured));
        ProgressReporter progress = trace.progress();
        int bodies = captured.bodies().size();
        LiftedGraph lifted = trace.step(Step.LIFT, bodies).after(LiftedGraph.of(captured, helpers, progress));
        KernelIndex kernels = trace.step(Step.FACTS, bodies).after(KernelIndex.of(lifted, helpers, progress));
        List<Diagnostic> found = trace.step(Step.CHECK).after(check(graph, backend, effects, kernels));
        return new Checked(effects, kernels, passed(found, options));
    }

    /** Runs the last step. */
    LoweredGraph lowered(LoweringContext context) {
        ExecutableGraph lowered = backend.lower(context);
        RingOrder order = context.ringOrder();
        return new LoweredGraph(context, order.isEmpty() ? lowered : new RingExecutable(lowered, order));
    }

    private static List<Diagnostic> check(Graph graph, Backend backend, GraphEffects effects, KernelIndex kernels) {
        List<Diagnostic> found = KernelCheck.problems(kernels);
        found.addAll(GraphCheck.of(graph, effects, backend, kernels));
        return found;
    }

    private static FusionSupport merges(Backend backend, List<InstantiateOption> options) {
        FusionSupport merges = backend.merges();
        boolean wanted = true;
        for (InstantiateOption option : options) {
            wanted = option instanceof InstantiateOption.Merging last ? last == InstantiateOption.Merging.ON : wanted;
            merges = option instanceof InstantiateOption.PersistentLoops last
                    ? merges.withPersistentLoops(scope(last))
                    : merges;
        }
        return wanted ? merges : merges.apart();
    }

    private static LoopScope scope(InstantiateOption.PersistentLoops option) {
        return switch (option) {
            case BLOCK -> LoopScope.BLOCK;
            case WAVE -> LoopScope.WAVE;
            case OFF -> LoopScope.NONE;
        };
    }

    private static void checkOptions(List<InstantiateOption> options) {
        for (InstantiateOption option : options) {
            if (option instanceof InstantiateOption.Relax relax && !RACES.contains(relax.code())) {
                throw new CodedArgumentException(
                        "G107",
                        "the check " + relax.code() + " cannot be relaxed; only G102 and G110 (data races) can");
            }
        }
    }

    /** Throws if there is an error that is not relaxed; returns the rest as warnings. */
    private static List<Diagnostic> passed(List<Diagnostic> found, List<InstantiateOption> options) {
        if (found.isEmpty()) {
            return found;
        }
        Set<String> relaxed = options.stream()
                .filter(InstantiateOption.Relax.class::isInstance)
                .map(option -> ((InstantiateOption.Relax) option).code())
                .collect(Collectors.toSet());
        List<Diagnostic> all = found.stream()
                .map(violation -> relaxed.contains(violation.code()) ? violation.asWarning() : violation)
                .toList();
        List<Diagnostic> errors = all.stream()
                .filter(violation -> violation.severity() == Diagnostic.Severity.ERROR)
                .toList();
        if (!errors.isEmpty()) {
            throw new GraphException(errors);
        }
        return all;
    }

    /** Logs warnings. Not in a lambda: loggers record the calling method. */
    static void warn(List<Diagnostic> violations) {
        for (Diagnostic violation : violations) {
            LOG.log(Logger.Level.WARNING, violation.toString());
        }
    }

    private static List<Allocation> allocations(GraphEffects effects) {
        Set<Allocation> once = new LinkedHashSet<>();
        for (View view : effects.views()) {
            if (!(view.allocation() instanceof GraphMemory)) {
                once.add(view.allocation());
            }
            if (view.allocation() instanceof LevelMemory level) {
                once.addAll(level.ring().memories());
            }
        }
        return new ArrayList<>(once);
    }

    /**
     * An executable of a graph with levels of rings: a submit rotates them as often as the run does, and is ordered
     * with other runs that use them. The backends order each run of a profile. Thread-safe.
     */
    private record RingExecutable(ExecutableGraph current, RingOrder order) implements ForwardingExecutable {

        @Override
        public void submit(ExecutionStream stream) {
            begin(stream);
            ExecutionStream ran = null;
            try {
                current.submit(stream);
                ran = stream;
            } finally {
                order.end(ran);
            }
        }

        @Override
        public Submission submitTracked(ExecutionStream stream) {
            begin(stream);
            ExecutionStream ran = null;
            try {
                Submission submission = current.submitTracked(stream);
                ran = stream;
                return submission;
            } finally {
                order.end(ran);
            }
        }

        private void begin(ExecutionStream stream) {
            RunFrame.refuseInHostNode("submit");
            order.begin(stream);
        }

        @Override
        public String explain(ExplainOption... options) {
            return current.explain(options) + order;
        }

        @Override
        public String toString() {
            return current.toString();
        }
    }
}
