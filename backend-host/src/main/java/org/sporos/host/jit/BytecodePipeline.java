package org.sporos.host.jit;

import java.util.List;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.transform.ConstantPropagation;
import org.sporos.kernel.transform.FusedKernel;
import org.sporos.kernel.transform.KernelPipeline;
import org.sporos.kernel.transform.KernelPipeline.Pass;
import org.sporos.kernel.transform.ProvenCode;
import org.sporos.kernel.transform.RegisterPromotion;
import org.sporos.kernel.transform.ScalarReplacement;
import org.sporos.kernel.transform.StrengthReduction;
import org.sporos.kernel.transform.UnrollForArrays;

/** The passes that kernels go through before they become bytecode, in order. */
final class BytecodePipeline {
    private static final Pass STRENGTH_REDUCTION = new Pass("StrengthReduction", StrengthReduction::apply);

    /** Behind the passes of each kernel, for kernels that run as one. */
    private static final List<Pass> FUSED = List.of(new Pass("RegisterPromotion", RegisterPromotion::apply));

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
        return KernelPipeline.run(code, replaces ? passes(most) : List.of(STRENGTH_REDUCTION));
    }

    /** Returns the code of kernels that run as one. */
    static ProvenCode run(FusedKernel kernels) {
        return KernelPipeline.run(kernels.code(), FUSED);
    }
}
