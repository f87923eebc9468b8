package org.sporos.host.jit;

import java.lang.System.Logger;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.sporos.internal.error.SafeLogger;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.transform.ConstantPropagation;
import org.sporos.kernel.transform.FusedKernel;
import org.sporos.kernel.transform.ProvenCode;
import org.sporos.kernel.transform.RegisterPromotion;
import org.sporos.kernel.transform.ScalarReplacement;
import org.sporos.kernel.transform.StrengthReduction;
import org.sporos.kernel.transform.UnrollForArrays;

/**
 * The ordered passes of kernels for the bytecode tier. With {@code -Dsporos.pipeline=results} each pass that changes a
 * kernel logs the result and its time.
 */
final class BytecodePipeline {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    private static final boolean LOGS_RESULTS = "results".equals(System.getProperty("sporos.pipeline"));

    private static final Pass STRENGTH_REDUCTION = new Pass("StrengthReduction", StrengthReduction::apply);

    /** The passes of fused kernels, after those of the single ones. */
    private static final List<Pass> FUSED = List.of(new Pass("RegisterPromotion", RegisterPromotion::apply));

    private record Pass(String name, UnaryOperator<ProvenCode> transform) {}

    private BytecodePipeline() {}

    private static List<Pass> passes(int most) {
        return List.of(
                new Pass("UnrollForArrays", code -> UnrollForArrays.apply(code, most)),
                new Pass("ConstantPropagation", code -> code.after(ConstantPropagation.apply(code.kernel()))),
                new Pass("ScalarReplacement", code -> code.after(ScalarReplacement.apply(code.kernel()))),
                STRENGTH_REDUCTION);
    }

    /** Returns whether a kernel has local arrays, for which loops may be unrolled. */
    static boolean hasArrays(Kernel kernel) {
        return !kernel.arrays().stream().allMatch(LocalArray::isTable);
    }

    /** @param most how many instructions may be left where loops are unrolled for local arrays; 0 keeps the arrays */
    static ProvenCode run(ProvenCode code, int most) {
        boolean replaces = most > 0 && hasArrays(code.kernel());
        return run(code, replaces ? passes(most) : List.of(STRENGTH_REDUCTION));
    }

    /** Returns the code of kernels that run as one. */
    static ProvenCode run(FusedKernel kernels) {
        return run(kernels.code(), FUSED);
    }

    private static ProvenCode run(ProvenCode code, List<Pass> passes) {
        ProvenCode now = code;
        for (Pass pass : passes) {
            long start = System.nanoTime();
            ProvenCode after = pass.transform().apply(now);
            if (LOGS_RESULTS && after.kernel() != now.kernel()) {
                double micros = (System.nanoTime() - start) / 1e3;
                LOG.log(
                        Logger.Level.INFO,
                        String.format(Locale.ROOT, "%s took %.1f us%n%s", pass.name(), micros, after.kernel()));
            }
            now = after;
        }
        return now;
    }
}
