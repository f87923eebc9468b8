package org.sporos.kernel.transform;

import java.lang.System.Logger;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.sporos.internal.error.SafeLogger;
import org.sporos.kernel.ir.Printer;

/**
 * Sends kernels through lists of passes. With {@code -Dsporos.pipeline=results} each pass that changes something logs
 * the kernel behind it and its time.
 */
public final class KernelPipeline {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    private static final boolean LOGS_RESULTS = "results".equals(System.getProperty("sporos.pipeline"));

    private KernelPipeline() {}

    /** A pass with its name. */
    public record Pass(String name, UnaryOperator<ProvenCode> transform) {}

    /** Returns code behind all passes. */
    public static ProvenCode run(ProvenCode code, List<Pass> passes) {
        ProvenCode now = code;
        for (Pass pass : passes) {
            long start = System.nanoTime();
            ProvenCode after = pass.transform().apply(now);
            if (LOGS_RESULTS && after.kernel() != now.kernel()) {
                double micros = (System.nanoTime() - start) / 1e3;
                LOG.log(
                        Logger.Level.INFO,
                        String.format(
                                Locale.ROOT,
                                "%s took %.1f us%n%s",
                                pass.name(),
                                micros,
                                Printer.print(after.kernel())));
            }
            now = after;
        }
        return now;
    }
}
