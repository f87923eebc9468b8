package org.sporos.kernel.transform;

import org.sporos.kernel.ir.EditedKernel;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Kernel;

/** A kernel on its way through passes, with the proofs about its instructions. */
public record ProvenCode(Kernel kernel, Guarantees proofs) {
    /** Returns the code that a pass has made of this, with the proofs that still hold. */
    public ProvenCode after(EditedKernel pass) {
        return new ProvenCode(pass.kernel(), pass.guarantees(proofs));
    }
}
