package org.sporos.spi;

import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.ProgressReporter;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.view.LevelMemory;
import org.sporos.internal.view.RingState;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.param.Param;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.RingOrder;

/**
 * The input from which a backend makes an executable. Immutable.
 *
 * @param graph the user's graph
 * @param plan what is to be launched
 * @param allocations the memory of all views that the graph uses, each once, without that which lives inside the graph;
 *     the levels of rings, and the memory behind them
 * @param params the live parameters that its kernels read, each once
 * @param warnings what may be wrong with the graph
 * @param options what the user asked for
 * @param kernels the kernels of all nodes, with what is known of them
 * @param progress is told which launches are made and compiled
 */
public record LoweringContext(
        Graph graph,
        LaunchPlan plan,
        List<Allocation> allocations,
        List<Param> params,
        List<Diagnostic> warnings,
        List<InstantiateOption> options,
        KernelIndex kernels,
        ProgressReporter progress) {

    /** Makes one of an instantiation that nobody listens to. */
    public LoweringContext(
            Graph graph,
            LaunchPlan plan,
            List<Allocation> allocations,
            List<Param> params,
            List<Diagnostic> warnings,
            List<InstantiateOption> options,
            KernelIndex kernels) {
        this(graph, plan, allocations, params, warnings, options, kernels, ProgressReporter.NONE);
    }

    /** Keeps unmodifiable copies. */
    public LoweringContext {
        allocations = List.copyOf(allocations);
        params = List.copyOf(params);
        warnings = List.copyOf(warnings);
        options = List.copyOf(options);
    }

    /** Returns the same with another plan of the graph. */
    public LoweringContext with(LaunchPlan other) {
        return new LoweringContext(graph, other, allocations, params, warnings, options, kernels, progress);
    }

    /** Returns the option of a type that was given last, or the default. */
    public <T extends InstantiateOption> T option(Class<T> type, T otherwise) {
        T found = otherwise;
        for (InstantiateOption option : options) {
            if (type.isInstance(option)) {
                found = type.cast(option);
            }
        }
        return found;
    }

    /** Returns the rings whose levels the graph uses, each once. */
    public List<RingState> rings() {
        List<RingState> found = new ArrayList<>();
        for (Allocation memory : allocations) {
            if (memory instanceof LevelMemory level && !found.contains(level.ring())) {
                found.add(level.ring());
            }
        }
        return found;
    }

    /** Returns the order that the rings ask for. */
    public RingOrder ringOrder() {
        return RingOrder.of(rings(), graph);
    }

    /** Returns the levels of rings that the graph uses. */
    public List<LevelMemory> levels() {
        List<LevelMemory> found = new ArrayList<>();
        for (Allocation memory : allocations) {
            if (memory instanceof LevelMemory level) {
                found.add(level);
            }
        }
        return found;
    }

    /** Retains all memory of the graph's views, or none if one is freed already. */
    public void retainAll() {
        for (int i = 0; i < allocations.size(); i++) {
            try {
                allocations.get(i).retain();
            } catch (IllegalStateException e) {
                allocations.subList(0, i).forEach(Allocation::release);
                throw e;
            }
        }
    }

    /** Releases what {@link #retainAll()} retained. */
    public void releaseAll() {
        allocations.forEach(Allocation::release);
    }
}
