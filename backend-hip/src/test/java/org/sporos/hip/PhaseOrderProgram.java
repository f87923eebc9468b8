package org.sporos.hip;

import org.sporos.contract.PhaseOrders;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.space.ExecutionSpaces;

/** Prints what phases compute on a HIP device; see {@link PhaseOrders#print}. */
final class PhaseOrderProgram {
    private PhaseOrderProgram() {}

    public static void main(String[] args) throws Exception {
        // This loads the libraries.
        ExecutionSpaces.open("hip").close();
        PhaseOrders.print("hip", HipDriver.open(0), CppDialect.HIP, args);
    }
}
