package org.sporos.gpu;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Work;
import org.sporos.kernel.cpp.CppArgument;
import org.sporos.plan.LaunchUnit;
import org.sporos.space.Region;
import org.sporos.view.IntView;

/**
 * Adds conditionals where native graphs cannot branch: a kernel asks the question, and what is in a body looks at the answer
 * first and does nothing if another body was chosen. Used by one thread.
 */
final class GatedConditionals {
    private final LoweringState state;
    private final GpuDriver driver;
    private final GpuLowering lowering;
    private final KernelNodes kernels;
    private final CopyNodes copies;
    private final GraphAddresses addresses;
    private final Map<LaunchUnit, Question> questions = new IdentityHashMap<>();
    private @Nullable Gate alwaysOpen;

    /** @param lowering what lowers the bodies */
    GatedConditionals(
            LoweringState state,
            GpuLowering lowering,
            KernelNodes kernels,
            CopyNodes copies,
            GraphAddresses addresses) {
        this.state = state;
        this.driver = state.driver();
        this.lowering = lowering;
        this.kernels = kernels;
        this.copies = copies;
        this.addresses = addresses;
    }

    /**
     * Where the question of a conditional leaves its answer, and a loop the number of its passes.
     *
     * @param answer the address of an int of its own: -1 behind a closed gate
     */
    record Question(long answer, long passes) {
        /** Returns the gate of a body: then and else, the body of a loop, or a case. */
        Gate of(Work work, int body) {
            return new Gate(answer, work instanceof Work.Switch ? body : 1 - body);
        }
    }

    /** Returns what a conditional answers through, made when it is first needed. */
    Question question(LaunchUnit unit) {
        return questions.computeIfAbsent(
                unit,
                u -> new Question(
                        state.memory().zeroed(Integer.BYTES), state.memory().zeroed(Integer.BYTES)));
    }

    /** Adds a branch, all bodies beside each other. */
    Span add(LaunchUnit unit, long graph) {
        Span asked = ask(unit, graph);
        List<Long> leaves = new ArrayList<>();
        for (int b = 0; b < unit.bodies().size(); b++) {
            Span body = behind(question(unit).of(unit.work(), b), unit, b, graph);
            if (body != null) {
                driver.addEdge(graph, asked.last(), body.first());
                leaves.add(body.last());
            }
        }
        Span all = lowering.gather(graph, List.of(asked.first()), leaves.isEmpty() ? List.of(asked.last()) : leaves);
        return all == null ? asked : all;
    }

    private @Nullable Span behind(Gate gate, LaunchUnit unit, int body, long graph) {
        Gate outer = kernels.gate();
        kernels.gate(gate);
        try {
            return lowering.lower(unit.bodies().get(body), graph);
        } finally {
            kernels.gate(outer);
        }
    }

    /** Adds the question of a branch, behind the gate that is set. */
    Span ask(LaunchUnit unit, long graph) {
        LaunchBindings own = kernels.begin(unit);
        own.put(CppArgument.AnswerAddress.class, question(unit).answer());
        own.put(CppArgument.PassesAddress.class, question(unit).passes());
        int kernel = state.kernels().indexOf(unit);
        return Span.one(
                kernels.add(unit, graph, state.text().launches().get(kernel).get(0)));
    }

    /** Adds the first question of a loop, which always has a gate, and counts its passes from 0. */
    Span askFirst(LaunchUnit loop, long graph) {
        Gate outer = kernels.gate();
        Span cleared = Span.one(copies.fill(graph, question(loop).passes(), Integer.BYTES, 0));
        kernels.gate(outer == Gate.NONE ? open() : outer);
        try {
            return Span.then(driver, graph, cleared, ask(loop, graph));
        } finally {
            kernels.gate(outer);
        }
    }

    private Gate open() {
        if (alwaysOpen == null) {
            alwaysOpen = new Gate(state.memory().zeroed(Integer.BYTES), 0);
        }
        return alwaysOpen;
    }

    /** Adds one pass of a loop: its body, and the question whether there is another. It does nothing once the answer was no. */
    Span pass(LaunchUnit loop, long graph) {
        Gate gate = question(loop).of(loop.work(), 0);
        Span body = behind(gate, loop, 0, graph);
        return Span.then(driver, graph, body, askAgain(loop, graph));
    }

    /** Adds the question whether there is another pass. */
    Span askAgain(LaunchUnit loop, long graph) {
        Gate outer = kernels.gate();
        kernels.gate(question(loop).of(loop.work(), 0));
        try {
            return ask(loop, graph);
        } finally {
            kernels.gate(outer);
        }
    }

    /** Returns whether the user wants to know how many passes a loop made. */
    boolean tellsPasses(LaunchUnit loop) {
        return passes(loop) != null;
    }

    private static @Nullable IntView passes(LaunchUnit loop) {
        return loop.work() instanceof Work.While work ? work.passes() : null;
    }

    /** Adds what tells the user how many passes a loop made. */
    Span tellPasses(LaunchUnit loop, long graph) {
        Region to =
                Objects.requireNonNull(passes(loop), "the view of the passes").region();
        return copies.copyInt(graph, addresses.of(to), question(loop).passes());
    }

    /** Runs something while what is added looks at the gate of a body. */
    void behind(LaunchUnit unit, int body, Runnable adding) {
        Gate outer = kernels.gate();
        kernels.gate(question(unit).of(unit.work(), body));
        try {
            adding.run();
        } finally {
            kernels.gate(outer);
        }
    }
}
