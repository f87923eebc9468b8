package org.sporos.kernel.cpp;

import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Proofs;

/** A kernel and what is proven about it for one launch. */
public record ProvenKernel(Kernel kernel, Proofs proofs) {

    /** Returns a kernel about which nothing is proven. */
    public static ProvenKernel of(Kernel kernel) {
        return new ProvenKernel(kernel, Proofs.NONE);
    }
}
