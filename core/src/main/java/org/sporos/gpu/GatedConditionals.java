package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Conditional;
import org.sporos.graph.Conditional.Kind;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;
import org.sporos.view.IntView;

/**
 * Adds conditionals where native graphs cannot branch: a kernel evaluates the condition, and the kernels of a body are
 * predicated on its result. Used by one thread.
 */
final class GatedConditionals {
    private final ConditionalContext context;
    private @Nullable Gate alwaysOpen;

    GatedConditionals(ConditionalContext context) {
        this.context = context;
    }

    /** Adds a branch; all bodies are in parallel. */
    Span add(LaunchUnit unit, long graph) {
        Span condition = addCondition(unit, graph);
        List<Long> leaves = new ArrayList<>();
        for (int b = 0; b < unit.bodies().size(); b++) {
            Span body = branch(unit, b, graph);
            if (body != null) {
                context.driver().addEdge(graph, condition.last(), body.first());
                leaves.add(body.last());
            }
        }
        Span all = context.lowering()
                .joinEnds(graph, List.of(condition.first()), leaves.isEmpty() ? List.of(condition.last()) : leaves);
        return all == null ? condition : all;
    }

    private @Nullable Span body(LaunchUnit unit, int body, long graph) {
        return withGate(
                gate(unit, body), () -> context.lowering().lower(unit.bodies().get(body), graph));
    }

    private @Nullable Span branch(LaunchUnit unit, int body, long graph) {
        return withGate(gate(unit, body), () -> {
            LaunchPlan plan = unit.bodies().get(body);
            return context.rings().afterBranch(graph, context.lowering().lower(plan, graph), plan);
        });
    }

    /** Returns the address of the result of a condition. */
    long result(LaunchUnit unit) {
        return context.condition(unit).result();
    }

    /** Returns the gate of a body: then or else, a loop body, or a case. */
    private Gate gate(LaunchUnit unit, int body) {
        return new Gate(result(unit), unit.isConditional(Kind.SWITCH) ? body : 1 - body);
    }

    /** Calls a supplier whose added nodes are predicated on a gate. */
    private <T extends @Nullable Object> T withGate(Gate gate, Supplier<T> adding) {
        Gate outer = context.kernels().gate();
        context.kernels().gate(gate);
        try {
            return adding.get();
        } finally {
            context.kernels().gate(outer);
        }
    }

    /** Adds the condition of a branch, predicated on the current gate. */
    Span addCondition(LaunchUnit unit, long graph) {
        return context.addCondition(context.kernels().begin(unit), unit, graph);
    }

    /** Adds the first condition of a loop, which always has a gate, and resets the iteration count. */
    Span addFirstCondition(LaunchUnit loop, long graph) {
        Gate outer = context.kernels().gate();
        Span cleared =
                Span.one(context.copies().fill(graph, context.condition(loop).iterations(), Integer.BYTES, 0));
        Span condition = withGate(outer == Gate.NONE ? open() : outer, () -> addCondition(loop, graph));
        return Span.then(context.driver(), graph, cleared, condition);
    }

    private Gate open() {
        if (alwaysOpen == null) {
            alwaysOpen = new Gate(context.memory().zeroedInt(), 0);
        }
        return alwaysOpen;
    }

    /** Adds one iteration of a loop: its body, then its condition. Both do nothing once the condition was false. */
    Span addIteration(LaunchUnit loop, long graph) {
        return Span.then(context.driver(), graph, body(loop, 0, graph), addLoopCondition(loop, graph));
    }

    /** Adds the condition at the end of an iteration. */
    Span addLoopCondition(LaunchUnit loop, long graph) {
        return withGate(gate(loop, 0), () -> addCondition(loop, graph));
    }

    private static @Nullable IntView iterations(LaunchUnit loop) {
        Conditional conditional = loop.work().conditional();
        return conditional == null ? null : conditional.iterations();
    }

    /**
     * Returns whether a loop has an epilogue: it restores the positions of rings or stores the number of iterations.
     */
    boolean hasEpilogue(LaunchUnit loop) {
        return iterations(loop) != null || !loop.bodies().get(0).rotations().isEmpty();
    }

    /** Adds the epilogue of a loop. */
    @Nullable
    Span afterLoop(LaunchUnit loop, long graph) {
        long iterations = context.condition(loop).iterations();
        Span span = context.rings().afterLoop(graph, null, loop.bodies().get(0), iterations);
        IntView to = iterations(loop);
        return to == null
                ? span
                : Span.then(
                        context.driver(),
                        graph,
                        span,
                        context.copies().copyInt(graph, context.addresses().of(to.region()), iterations));
    }

    /** Adds the end of a branch body that spans several native graphs. */
    @Nullable
    Span afterBranch(LaunchUnit unit, int body, long graph) {
        return withGate(
                gate(unit, body),
                () -> context.rings().afterBranch(graph, null, unit.bodies().get(body)));
    }

    /** Runs an action whose added nodes are predicated on the gate of a body. */
    void withGate(LaunchUnit unit, int body, Runnable adding) {
        withGate(gate(unit, body), () -> {
            adding.run();
            return null;
        });
    }
}
