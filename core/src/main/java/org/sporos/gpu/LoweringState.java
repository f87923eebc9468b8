package org.sporos.gpu;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.view.RingState;
import org.sporos.kernel.cpp.CppProgram;
import org.sporos.plan.KernelUnits;

/**
 * The state that the classes share which lower one graph.
 *
 * @param device what the space of the graph shares with it
 * @param owned the owner of all that they take from the driver
 * @param memory where they take memory from, which the executable owns
 * @param kernels the units of the graph that have kernels
 * @param text the launches of those, by the same numbers
 * @param programs the compiled kernels of the graph, and those of the library
 * @param params the live params of the graph
 * @param errors the address of the record of faults
 * @param prints the address of what kernels print into, 0 where none prints
 * @param hostCalls the Java code of host nodes
 * @param tables what the launches of several read
 * @param stamps what notes the times of launches, or null
 * @param positions those of the rings at the begin of a run
 */
record LoweringState(
        GpuDevice device,
        NativeResources owned,
        GpuMemory memory,
        KernelUnits kernels,
        CppProgram text,
        ExecutablePrograms programs,
        ParamBlock params,
        long errors,
        long prints,
        HostCalls hostCalls,
        LaunchTables tables,
        @Nullable StampNodes stamps,
        Map<RingState, Integer> positions) {

    GpuDriver driver() {
        return memory.driver();
    }
}
