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
 * The input of a backend's lowering. Immutable.
 *
 * @param graph the user's graph
 * @param plan the launch plan
 * @param allocations the distinct memory of all views of the graph, without memory inside the graph; the levels of
 * rings, and their memory
 * @param params the distinct params that its kernels read
 * @param warnings the warnings of the checks
 * @param options the options of the user
 * @param kernels the kernels of all nodes, with their facts
 * @param progress the reporter of created and compiled launches
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

    /** Creates a context without a progress listener. */
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

    /** Returns this input with another plan of the graph. */
    public LoweringContext with(LaunchPlan other) {
        return new LoweringContext(graph, other, allocations, params, warnings, options, kernels, progress);
    }

    /** Returns the last option of a type, or the default. */
    public <T extends InstantiateOption> T option(Class<T> type, T otherwise) {
        T found = otherwise;
        for (InstantiateOption option : options) {
            if (type.isInstance(option)) {
                found = type.cast(option);
            }
        }
        return found;
    }

    /** Returns the distinct rings whose levels the graph uses. */
    public List<RingState> rings() {
        List<RingState> found = new ArrayList<>();
        for (Allocation memory : allocations) {
            if (memory instanceof LevelMemory level && !found.contains(level.ring())) {
                found.add(level.ring());
            }
        }
        return found;
    }

    /** Returns the order of submits that the rings require. */
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

    /** Retains all memory of the graph's views, or none if some is freed already. */
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

    /** Releases the memory retained by {@link #retainAll()}. */
    public void releaseAll() {
        allocations.forEach(Allocation::release);
    }
}
