package org.sporos.kernel.cpp;

import java.util.List;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

/** Loops as C++ for the host, with their proofs, and views for them. */
final class HostUnits {
    private HostUnits() {}

    /** Returns the unit of a loop. */
    static CppUnit loop(String label, Policy policy, KernelBody body) {
        return new CppUnit.For(label, false, policy, ZooUnits.kernel(label, body, policy, true));
    }

    /** Returns the program of some units, as the host backend compiles it. */
    static CppProgram program(List<CppUnit> units) {
        return CppEmitter.emit(units, CppDialect.HOST, CppOptions.DEFAULT.withHoisting());
    }

    /** Returns the C++ of one loop, whose label is {@code body}. */
    static String text(Policy policy, KernelBody body) {
        return program(List.of(loop("body", policy, body))).kernels();
    }

    /** Returns a view in the memory of the host. */
    static DoubleView doubles(String label, long... extents) {
        return DoubleView.of(label, MemorySpace.host(), extents);
    }
}
