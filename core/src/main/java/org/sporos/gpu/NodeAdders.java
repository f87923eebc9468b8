package org.sporos.gpu;

import java.util.IdentityHashMap;
import java.util.Map;
import org.sporos.kernel.cpp.CppArgument;
import org.sporos.plan.LaunchUnit;

/**
 * The state with which conditionals are added to native graphs.
 *
 * @param lowering what lowers the bodies
 */
record NodeAdders(
        LoweringState state,
        PlanLowering lowering,
        KernelNodes kernels,
        CopyNodes copies,
        GraphAddresses addresses,
        RingNodes rings,
        Map<LaunchUnit, Question> questions) {

    NodeAdders(
            LoweringState state,
            PlanLowering lowering,
            KernelNodes kernels,
            CopyNodes copies,
            GraphAddresses addresses,
            RingNodes rings) {
        this(state, lowering, kernels, copies, addresses, rings, new IdentityHashMap<>());
    }

    /**
     * The memory for the result of a condition, and for the number of iterations of a loop.
     *
     * @param answer the address of an int of its own: -1 behind a closed gate
     */
    record Question(long answer, long passes) {}

    /** Returns what a conditional answers through: the same in all layouts of a body, as they follow each other. */
    Question question(LaunchUnit unit) {
        return questions.computeIfAbsent(unit, u -> new Question(memory().zeroedInt(), memory().zeroedInt()));
    }

    GpuDriver driver() {
        return state.driver();
    }

    GpuMemory memory() {
        return state.memory();
    }

    /** Adds the launch that asks a question, with what its bindings hold besides. */
    long ask(LaunchBindings bindings, LaunchUnit unit, long graph) {
        Question question = question(unit);
        bindings.put(CppArgument.AnswerAddress.class, question.answer);
        bindings.put(CppArgument.PassesAddress.class, question.passes);
        int kernel = state.kernels().indexOf(unit);
        return kernels.add(unit, graph, state.text().launches().get(kernel).get(0));
    }
}
