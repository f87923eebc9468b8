package org.sporos.kernel.zoo;

import java.util.ArrayList;
import java.util.List;

/** All named kernels. */
public final class Zoo {
    private Zoo() {}

    /** Returns all kernels, in a fixed order. */
    public static List<NamedKernel> all() {
        List<NamedKernel> all = new ArrayList<>();
        all.addAll(LinearAlgebra.all());
        all.addAll(Stencils.all());
        all.addAll(Simulations.all());
        all.addAll(Searches.all());
        all.addAll(Lanes.all());
        all.addAll(Language.all());
        all.addAll(SignedZeros.all());
        all.addAll(Capturing.all());
        all.addAll(RecordKernels.all());
        return List.copyOf(all);
    }

    /** Returns all of these, and bodies that are a part of a workload only. */
    public static List<NamedKernel> withParts() {
        List<NamedKernel> all = new ArrayList<>(all());
        all.addAll(Parts.all());
        return List.copyOf(all);
    }
}
