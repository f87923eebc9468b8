package org.sporos.cuda;

import org.sporos.contract.PhaseOrders;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.space.ExecutionSpaces;

/** Prints what phases compute on a CUDA device; see {@link PhaseOrders#print}. */
final class PhaseOrderProgram {
    private PhaseOrderProgram() {}

    public static void main(String[] args) throws Exception {
        // This loads the libraries.
        ExecutionSpaces.open("cuda").close();
        PhaseOrders.print("cuda", CudaDriver.open(0), CppDialect.CUDA, args);
    }
}
