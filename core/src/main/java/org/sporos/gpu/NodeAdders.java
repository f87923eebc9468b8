package org.sporos.gpu;

import org.sporos.kernel.cpp.CppArgument;
import org.sporos.plan.LaunchUnit;

/**
 * The state with which conditionals are added to native graphs.
 *
 * @param lowering what lowers the bodies
 */
record NodeAdders(
        LoweringState state, PlanLowering lowering, KernelNodes kernels, CopyNodes copies, GraphAddresses addresses) {

    GpuDriver driver() {
        return state.driver();
    }

    GpuMemory memory() {
        return state.memory();
    }

    /** Adds the launch that asks a question, with what its bindings hold besides. */
    long ask(LaunchBindings bindings, LaunchUnit unit, long graph, long answer, long passes) {
        bindings.put(CppArgument.AnswerAddress.class, answer);
        bindings.put(CppArgument.PassesAddress.class, passes);
        int kernel = state.kernels().indexOf(unit);
        return kernels.add(unit, graph, state.text().launches().get(kernel).get(0));
    }
}
