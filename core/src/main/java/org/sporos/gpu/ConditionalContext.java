package org.sporos.gpu;

import java.util.HashMap;
import java.util.Map;
import org.sporos.kernel.cpp.CppArgument;
import org.sporos.plan.LaunchUnit;

/**
 * The shared state of the classes that add conditionals to native graphs.
 *
 * @param lowering lowers the bodies
 */
record ConditionalContext(
        LoweringState state,
        PlanLowering lowering,
        KernelNodes kernels,
        CopyNodes copies,
        GraphAddresses addresses,
        RingNodes rings,
        Map<LaunchUnit, ConditionMemory> conditions) {

    ConditionalContext(
            LoweringState state,
            PlanLowering lowering,
            KernelNodes kernels,
            CopyNodes copies,
            GraphAddresses addresses,
            RingNodes rings) {
        this(state, lowering, kernels, copies, addresses, rings, new HashMap<>());
    }

    /**
     * The memory for the result of a condition, and for the number of iterations of a loop.
     *
     * @param result the address of an int: -1 behind a closed gate
     */
    record ConditionMemory(long result, long iterations) {}

    /** Returns the memory of a conditional: the same for all copies of a body, because they run in sequence. */
    ConditionMemory condition(LaunchUnit unit) {
        return conditions.computeIfAbsent(unit, u -> new ConditionMemory(memory().zeroedInt(), memory().zeroedInt()));
    }

    GpuDriver driver() {
        return state.driver();
    }

    GpuMemory memory() {
        return state.memory();
    }

    /** Adds the kernel that evaluates a condition; its other arguments are already bound. */
    Span addCondition(LaunchBindings bindings, LaunchUnit unit, long graph) {
        ConditionMemory condition = condition(unit);
        bindings.put(CppArgument.AnswerAddress.class, condition.result);
        bindings.put(CppArgument.PassesAddress.class, condition.iterations);
        int kernel = state.kernels().indexOf(unit);
        return kernels.add(unit, graph, state.text().launches().get(kernel));
    }
}
