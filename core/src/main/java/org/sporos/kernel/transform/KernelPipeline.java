package org.sporos.kernel.transform;

import java.lang.System.Logger;
import java.util.List;
import java.util.Locale;
import org.sporos.internal.error.SafeLogger;
import org.sporos.kernel.ir.EditedKernel;

/**
 * The ordered passes of kernels for C++. With {@code -Dsporos.pipeline=results} each pass that changes a kernel logs the
 * result and its time; docs/passes-of-the-kernel-compiler.md shows
 * the results.
 */
public final class KernelPipeline {
    /** The passes of the host. */
    public static final KernelPipeline HOST = new KernelPipeline(List.of(
            new DistributeLoops(),
            new VersionLoops(VersionLoops.Target.HOST),
            new UnrollCheckedLoops(),
            new ConvertBranches()));

    /** The passes of GPUs. */
    public static final KernelPipeline GPU =
            new KernelPipeline(List.of(new VersionLoops(VersionLoops.Target.GPU), new UnrollGatherLoops()));

    private static final Logger LOG = SafeLogger.of("org.sporos");
    private static final boolean LOGS_RESULTS = "results".equals(System.getProperty("sporos.pipeline"));

    private final List<KernelPass> passes;

    private KernelPipeline(List<KernelPass> passes) {
        this.passes = passes;
    }

    /** Receives the result and the time of each pass that changes a kernel. */
    interface Listener {
        void after(String pass, LaunchedKernel kernel, long nanos);
    }

    /** Returns a kernel after all passes. */
    public LaunchedKernel run(LaunchedKernel kernel) {
        return run(kernel, LOGS_RESULTS ? KernelPipeline::log : (pass, changed, nanos) -> {});
    }

    LaunchedKernel run(LaunchedKernel before, Listener listener) {
        LaunchedKernel kernel = before;
        for (KernelPass pass : passes) {
            long start = System.nanoTime();
            EditedKernel edited = pass.apply(kernel);
            if (edited != null) {
                kernel = kernel.with(edited);
                listener.after(pass.getClass().getSimpleName(), kernel, System.nanoTime() - start);
            }
        }
        return kernel;
    }

    private static void log(String pass, LaunchedKernel kernel, long nanos) {
        LOG.log(
                Logger.Level.INFO,
                String.format(Locale.ROOT, "%s took %.1f us%n%s", pass, nanos / 1e3, kernel.kernel()));
    }
}
