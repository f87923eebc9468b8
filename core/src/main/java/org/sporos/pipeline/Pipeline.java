package org.sporos.pipeline;

import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sporos.check.GraphCheck;
import org.sporos.check.KernelCheck;
import org.sporos.check.NodeUses;
import org.sporos.error.Labels;
import org.sporos.error.SafeLogger;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphCompiler;
import org.sporos.graph.GraphException;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.Task;
import org.sporos.kernel.capture.Captured;
import org.sporos.kernel.index.KernelIndex;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.Merges;
import org.sporos.plan.Planner;
import org.sporos.space.Allocation;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;
import org.sporos.spi.Backend;
import org.sporos.spi.LoweringContext;
import org.sporos.view.GraphMemory;
import org.sporos.view.View;

/** The way from a graph to an executable: capture, lift, find facts, check, plan, lower. Stateless. */
public final class Pipeline implements GraphCompiler {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    private static final Set<String> RACES = Set.of("G102", "G110");

    @Override
    public ExecutableGraph compile(Graph graph, ExecutionSpace space, List<InstantiateOption> options) {
        Backend backend = backend(space);
        checkOptions(options);

        Captured captured = new Captured();
        NodeUses uses = NodeUses.of(graph, captured);
        KernelIndex kernels = KernelIndex.of(graph, captured, CompilerThreads.HELPERS);
        List<Diagnostic> found = new ArrayList<>(KernelCheck.problems(kernels));
        found.addAll(GraphCheck.of(graph, uses, new BackendTarget(backend), kernels));
        List<Diagnostic> warnings = passed(found, options);
        LaunchPlan plan = Planner.plan(graph, kernels, merges(backend, options));
        LoweringContext context = new LoweringContext(
                graph, plan, allocations(uses), List.copyOf(uses.params()), warnings, options, kernels);
        return backend.lower(context);
    }

    @Override
    public void call(Task task, ExecutionStream stream, Function<Task, Graph> graph) {
        new EagerSubmit(task, stream, graph).run(backend(stream.space()));
    }

    @Override
    public List<List<Integer>> dependences(Graph graph) {
        return new Dependences(graph).all();
    }

    private static Merges merges(Backend backend, List<InstantiateOption> options) {
        boolean wanted = true;
        for (InstantiateOption option : options) {
            wanted = option instanceof InstantiateOption.Merging last ? last == InstantiateOption.Merging.ON : wanted;
        }
        return wanted ? backend.merges() : backend.merges().apart();
    }

    private static Backend backend(ExecutionSpace space) {
        if (!(space instanceof Backend backend)) {
            throw new IllegalArgumentException(
                    "S216: " + Labels.shown(space.name()) + " is not a space of this library's backends");
        }
        if (!space.isUsable()) {
            throw new IllegalStateException(
                    "S217: space " + Labels.quoted(space.name()) + " is closed, or a failure has ended it");
        }
        return backend;
    }

    private static void checkOptions(List<InstantiateOption> options) {
        for (InstantiateOption option : options) {
            if (option instanceof InstantiateOption.Relax relax && !RACES.contains(relax.code())) {
                throw new IllegalArgumentException(
                        "G107: the check " + relax.code() + " cannot be relaxed; only G102 and G110 (data races) can");
            }
        }
    }

    /** Throws if there is an error that is not relaxed; returns and logs the rest as warnings. */
    private static List<Diagnostic> passed(List<Diagnostic> found, List<InstantiateOption> options) {
        if (found.isEmpty()) {
            return found;
        }
        Set<String> relaxed = options.stream()
                .filter(InstantiateOption.Relax.class::isInstance)
                .map(option -> ((InstantiateOption.Relax) option).code())
                .collect(Collectors.toSet());
        List<Diagnostic> all = found.stream()
                .map(flaw -> relaxed.contains(flaw.code()) ? flaw.asWarning() : flaw)
                .toList();
        List<Diagnostic> errors = all.stream()
                .filter(flaw -> flaw.severity() == Diagnostic.Severity.ERROR)
                .toList();
        if (!errors.isEmpty()) {
            throw new GraphException(errors);
        }
        warn(all);
        return all;
    }

    /** Not in a lambda: a logger names the method that calls it. */
    private static void warn(List<Diagnostic> flaws) {
        for (Diagnostic flaw : flaws) {
            LOG.log(Logger.Level.WARNING, flaw.toString());
        }
    }

    private static List<Allocation> allocations(NodeUses uses) {
        Set<Allocation> once = new LinkedHashSet<>();
        for (View view : uses.views()) {
            if (!(view.allocation() instanceof GraphMemory)) {
                once.add(view.allocation());
            }
        }
        return new ArrayList<>(once);
    }
}
