package org.sporos.host.jit;

import java.util.List;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.transform.ConstantPropagation;
import org.sporos.kernel.transform.FusedKernel;
import org.sporos.kernel.transform.KernelPipeline;
import org.sporos.kernel.transform.KernelPipeline.Pass;
import org.sporos.kernel.transform.ProvenCode;
import org.sporos.kernel.transform.RegisterPromotion;
import org.sporos.kernel.transform.ScalarReplacement;
import org.sporos.kernel.transform.UnrollForArrays;

/** The passes that kernels go through before they become bytecode, in order. */
final class BytecodePipeline {
    private BytecodePipeline() {}

    /** @param most how many instructions may be left where loops are unrolled for local arrays; 0 keeps the arrays */
    static ProvenCode run(ProvenCode kernel, int most) {
        boolean hasArrays = most > 0 && !kernel.kernel().arrays().stream().allMatch(LocalArray::isTable);
        return hasArrays ? KernelPipeline.run(kernel, passes(most)) : kernel;
    }

    /** Returns the code of kernels that run as one. */
    static ProvenCode run(FusedKernel kernels) {
        return KernelPipeline.run(
                kernels.code(), List.of(new Pass("RegisterPromotion", RegisterPromotion::apply)));
    }

    private static List<Pass> passes(int most) {
        return List.of(
                new Pass("UnrollForArrays", code -> UnrollForArrays.apply(code, most)),
                new Pass("ConstantPropagation", code -> code.after(ConstantPropagation.apply(code.kernel()))),
                new Pass("ScalarReplacement", code -> code.after(ScalarReplacement.apply(code.kernel()))));
    }
}
