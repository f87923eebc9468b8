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
 * Adds conditionals where native graphs cannot branch: a kernel asks the question, and what is in a body looks at the
 * answer first and does nothing if another body was chosen. Used by one thread.
 */
final class GatedConditionals {
    private final NodeAdders with;
    private @Nullable Gate alwaysOpen;

    GatedConditionals(NodeAdders with) {
        this.with = with;
    }

    /** Adds a branch, all bodies beside each other. */
    Span add(LaunchUnit unit, long graph) {
        Span asked = ask(unit, graph);
        List<Long> leaves = new ArrayList<>();
        for (int b = 0; b < unit.bodies().size(); b++) {
            Span body = branch(unit, b, graph);
            if (body != null) {
                with.driver().addEdge(graph, asked.last(), body.first());
                leaves.add(body.last());
            }
        }
        Span all = with.lowering()
                .gather(graph, List.of(asked.first()), leaves.isEmpty() ? List.of(asked.last()) : leaves);
        return all == null ? asked : all;
    }

    private @Nullable Span body(LaunchUnit unit, int body, long graph) {
        return behind(
                gate(unit, body), () -> with.lowering().lower(unit.bodies().get(body), graph));
    }

    private @Nullable Span branch(LaunchUnit unit, int body, long graph) {
        return behind(gate(unit, body), () -> {
            LaunchPlan plan = unit.bodies().get(body);
            return with.rings().afterBranch(graph, with.lowering().lower(plan, graph), plan);
        });
    }

    /** Returns the address of the answer of a conditional. */
    long answer(LaunchUnit unit) {
        return with.question(unit).answer();
    }

    /** Returns the gate of a body: then and else, the body of a loop, or a case. */
    private Gate gate(LaunchUnit unit, int body) {
        return new Gate(answer(unit), unit.isConditional(Kind.SWITCH) ? body : 1 - body);
    }

    /** Calls something while what is added looks at a gate. */
    private <T extends @Nullable Object> T behind(Gate gate, Supplier<T> adding) {
        Gate outer = with.kernels().gate();
        with.kernels().gate(gate);
        try {
            return adding.get();
        } finally {
            with.kernels().gate(outer);
        }
    }

    /** Adds the question of a branch, behind the gate that is set. */
    Span ask(LaunchUnit unit, long graph) {
        return Span.one(with.ask(with.kernels().begin(unit), unit, graph));
    }

    /** Adds the first question of a loop, which always has a gate, and counts its passes from 0. */
    Span askFirst(LaunchUnit loop, long graph) {
        Gate outer = with.kernels().gate();
        Span cleared = Span.one(with.copies().fill(graph, with.question(loop).passes(), Integer.BYTES, 0));
        Span asked = behind(outer == Gate.NONE ? open() : outer, () -> ask(loop, graph));
        return Span.then(with.driver(), graph, cleared, asked);
    }

    private Gate open() {
        if (alwaysOpen == null) {
            alwaysOpen = new Gate(with.memory().zeroedInt(), 0);
        }
        return alwaysOpen;
    }

    /**
     * Adds one pass of a loop: its body, and the question whether there is another. It does nothing once the answer was
     * no.
     */
    Span pass(LaunchUnit loop, long graph) {
        return Span.then(with.driver(), graph, body(loop, 0, graph), askAgain(loop, graph));
    }

    /** Adds the question whether there is another pass. */
    Span askAgain(LaunchUnit loop, long graph) {
        return behind(gate(loop, 0), () -> ask(loop, graph));
    }

    private static @Nullable IntView passes(LaunchUnit loop) {
        Conditional conditional = loop.work().conditional();
        return conditional == null ? null : conditional.passes();
    }

    /** Returns whether something follows a loop: restored positions of rings, or the number of iterations. */
    boolean isFollowed(LaunchUnit loop) {
        return passes(loop) != null || !loop.bodies().get(0).turns().isEmpty();
    }

    /** Adds what follows a loop. */
    @Nullable
    Span afterLoop(LaunchUnit loop, long graph) {
        long iterations = with.question(loop).passes();
        Span span = with.rings().afterLoop(graph, null, loop.bodies().get(0), iterations);
        IntView to = passes(loop);
        return to == null
                ? span
                : Span.then(
                        with.driver(),
                        graph,
                        span,
                        with.copies().copyInt(graph, with.addresses().of(to.region()), iterations));
    }

    /** Adds what follows a body of a branch that was not added at once. */
    @Nullable
    Span afterBranch(LaunchUnit unit, int body, long graph) {
        return behind(
                gate(unit, body),
                () -> with.rings().afterBranch(graph, null, unit.bodies().get(body)));
    }

    /** Runs something while what is added looks at the gate of a body. */
    void behind(LaunchUnit unit, int body, Runnable adding) {
        behind(gate(unit, body), () -> {
            adding.run();
            return null;
        });
    }
}
