package org.sporos.gpu;

import org.sporos.backend.Explain;
import org.sporos.graph.InstantiationProgress.Step;
import org.sporos.graph.ProgressReporter;
import org.sporos.kernel.cpp.CppEmitter;
import org.sporos.kernel.cpp.CppProgram;
import org.sporos.plan.KernelUnits;
import org.sporos.spi.LoweringContext;

/**
 * The kernels of a graph as source text for the device compiler.
 *
 * @param kernels the units with kernels
 * @param text the source text and launches, indexed as the units
 */
record GpuSource(KernelUnits kernels, CppProgram text) {

    /**
     * Emits the kernels of a plan.
     *
     * @throws org.sporos.graph.GraphException if a launch exceeds a limit of the device
     */
    static GpuSource of(GpuDevice device, LoweringContext context) {
        GpuDriver driver = device.driver();
        KernelUnits kernels = driver.features().conditionalNodes()
                ? KernelUnits.of(context.plan(), context.kernels(), true)
                : KernelUnits.gated(context.plan(), context.kernels());
        ProgressReporter progress = context.progress();
        progress.begin(Step.LOWER, kernels.units().size());
        CppProgram text =
                CppEmitter.emit(kernels.units(), device.dialect(), Explain.options(context), progress::reached);
        LaunchLimits.check(driver.properties(), context.plan(), kernels, text);
        return new GpuSource(kernels, text);
    }
}
