package org.sporos.gpu;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.view.RingState;
import org.sporos.kernel.cpp.CppProgram;
import org.sporos.plan.KernelUnits;

/**
 * The shared state of the lowering of one graph.
 *
 * @param device the shared state of the space
 * @param owned the owner of the driver objects
 * @param memory the memory of the executable
 * @param kernels the units of the graph with kernels
 * @param text the source text and launches, indexed as the units
 * @param programs the loaded kernels of the graph and of the library
 * @param params the params of the graph
 * @param errors the address of the fault record
 * @param prints the address of the print record, 0 without prints
 * @param hostCalls the Java code of host nodes
 * @param tables the tables of fused launches and of ring rotations
 * @param stamps the time stamps around launches, or null
 * @param positions the positions of the rings at the start of a run
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
