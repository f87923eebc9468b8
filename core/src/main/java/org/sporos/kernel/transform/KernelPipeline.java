package org.sporos.kernel.transform;

import java.util.List;
import java.util.Set;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Region.Instruction;

/**
 * The ordered passes of kernels. With {@code -Dsporos.pipeline=results} each pass that changes a kernel logs the result
 * and its time; docs/passes-of-the-kernel-compiler.md shows the results.
 */
public final class KernelPipeline {
    /** The passes for C++ on the host. */
    public static final KernelPipeline HOST = new KernelPipeline(
            new DistributeLoops(),
            new VersionLoops(VersionLoops.Target.HOST),
            new UnrollCheckedLoops(),
            new ConvertBranches());

    /** The passes of GPUs. */
    public static final KernelPipeline GPU =
            new KernelPipeline(new VersionLoops(VersionLoops.Target.GPU), new UnrollGatherLoops());

    /** The passes for bytecode of fused kernels, after those of single kernels. */
    public static final KernelPipeline FUSED = new KernelPipeline(new RegisterPromotion());

    private static final KernelPipeline WITHOUT_ARRAYS = new KernelPipeline(new StrengthReduction());

    private static final PassListener<LaunchedKernel> LOG =
            PassListener.log(kernel -> kernel.kernel().toString());

    private final List<KernelPass> passes;

    private KernelPipeline(KernelPass... passes) {
        this.passes = List.of(passes);
    }

    /**
     * Returns the passes for bytecode.
     *
     * @param most the maximum instructions after loops are unrolled for local arrays; 0 keeps the arrays
     */
    public static KernelPipeline bytecode(Kernel kernel, int most) {
        return most > 0 && hasArrays(kernel)
                ? new KernelPipeline(
                        new UnrollForArrays(most),
                        new ConstantPropagation(),
                        new ScalarReplacement(),
                        new StrengthReduction())
                : WITHOUT_ARRAYS;
    }

    /** Returns whether a kernel has local arrays, for which loops may be unrolled. */
    public static boolean hasArrays(Kernel kernel) {
        return !kernel.arrays().stream().allMatch(LocalArray::isTable);
    }

    /** Returns the pass that defers bounds checks of loads to the caller. */
    public static KernelPipeline deferring(Set<Instruction> loads) {
        return new KernelPipeline(new DeferBoundsChecks(loads));
    }

    /** Returns a kernel after all passes. */
    public LaunchedKernel run(LaunchedKernel kernel) {
        return run(kernel, LOG);
    }

    LaunchedKernel run(LaunchedKernel before, PassListener<LaunchedKernel> listener) {
        LaunchedKernel kernel = before;
        for (KernelPass pass : passes) {
            long start = System.nanoTime();
            LaunchedKernel after = pass.apply(kernel);
            if (after != kernel) {
                listener.after(pass.getClass().getSimpleName(), after, System.nanoTime() - start);
            }
            kernel = after;
        }
        return kernel;
    }
}
