package org.sporos.gpu;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Required;
import org.sporos.graph.Conditional;
import org.sporos.graph.Conditional.Kind;
import org.sporos.plan.LaunchUnit;
import org.sporos.space.StridedRegion;
import org.sporos.view.IntView;

/**
 * Adds conditionals where native graphs cannot branch: a kernel asks the question, and what is in a body looks at the
 * answer first and does nothing if another body was chosen. Used by one thread.
 */
final class GatedConditionals {
    private final NodeAdders with;
    private final Map<LaunchUnit, Question> questions = new IdentityHashMap<>();
    private @Nullable Gate alwaysOpen;

    GatedConditionals(NodeAdders with) {
        this.with = with;
    }

    /**
     * The memory for the result of a condition, and for the number of passes of a loop.
     *
     * @param answer the address of an int of its own: -1 behind a closed gate
     */
    record Question(long answer, long passes) {
        /** Returns the gate of a body: then and else, the body of a loop, or a case. */
        Gate of(LaunchUnit unit, int body) {
            return new Gate(answer, unit.isConditional(Kind.SWITCH) ? body : 1 - body);
        }
    }

    /** Returns what a conditional answers through, made when it is first needed. */
    Question question(LaunchUnit unit) {
        return questions.computeIfAbsent(
                unit,
                u -> new Question(
                        with.memory().zeroed(Integer.BYTES), with.memory().zeroed(Integer.BYTES)));
    }

    /** Adds a branch, all bodies beside each other. */
    Span add(LaunchUnit unit, long graph) {
        Span asked = ask(unit, graph);
        List<Long> leaves = new ArrayList<>();
        for (int b = 0; b < unit.bodies().size(); b++) {
            Span body = body(unit, b, graph);
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

    private Gate gate(LaunchUnit unit, int body) {
        return question(unit).of(unit, body);
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
        Question question = question(unit);
        LaunchBindings own = with.kernels().begin(unit);
        return Span.one(with.ask(own, unit, graph, question.answer, question.passes));
    }

    /** Adds the first question of a loop, which always has a gate, and counts its passes from 0. */
    Span askFirst(LaunchUnit loop, long graph) {
        Gate outer = with.kernels().gate();
        Span cleared = Span.one(with.copies().fill(graph, question(loop).passes(), Integer.BYTES, 0));
        Span asked = behind(outer == Gate.NONE ? open() : outer, () -> ask(loop, graph));
        return Span.then(with.driver(), graph, cleared, asked);
    }

    private Gate open() {
        if (alwaysOpen == null) {
            alwaysOpen = new Gate(with.memory().zeroed(Integer.BYTES), 0);
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

    /** Returns whether the user wants to know how many passes a loop made. */
    boolean tellsPasses(LaunchUnit loop) {
        return passes(loop) != null;
    }

    private static @Nullable IntView passes(LaunchUnit loop) {
        Conditional conditional = loop.work().conditional();
        return conditional == null ? null : conditional.passes();
    }

    /** Adds what tells the user how many passes a loop made. */
    Span tellPasses(LaunchUnit loop, long graph) {
        StridedRegion to =
                Required.internal(passes(loop), "the view of the passes").region();
        return with.copies()
                .copyInt(graph, with.addresses().of(to), question(loop).passes());
    }

    /** Runs something while what is added looks at the gate of a body. */
    void behind(LaunchUnit unit, int body, Runnable adding) {
        behind(gate(unit, body), () -> {
            adding.run();
            return null;
        });
    }
}
