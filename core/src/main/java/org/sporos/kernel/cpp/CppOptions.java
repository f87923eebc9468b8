package org.sporos.kernel.cpp;

import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;

/**
 * How kernels are emitted.
 *
 * @param arithmetic how floating-point arithmetic may differ from Java's
 * @param checks whether index checks that could not be proven away stay
 * @param structured whether control flow is written with if and loops where it allows, else with goto
 * @param mutant what is broken on purpose, for the tests of the tests
 */
public record CppOptions(Arithmetic arithmetic, BoundsChecks checks, boolean structured, Mutant mutant) {
    /** Java's arithmetic, all checks, readable control flow. */
    public static final CppOptions DEFAULT = of(Arithmetic.STRICT, BoundsChecks.ON);

    /** Returns options with readable control flow. */
    public static CppOptions of(Arithmetic arithmetic, BoundsChecks checks) {
        return new CppOptions(arithmetic, checks, true, Mutant.NONE);
    }

    /** A fault that tests switch on, to see that they would find it. */
    public enum Mutant {
        NONE,
        /** Integers overflow as C++ has it, shift distances are not masked, casts do not saturate. */
        NATIVE_INTEGERS,
        /** The compiler may contract, whatever the options say. */
        CONTRACTION,
        /** Indexes that are not proven inside are not checked either. */
        NO_CHECKS
    }

    CppOptions withGoto() {
        return new CppOptions(arithmetic, checks, false, mutant);
    }

    CppOptions withMutant(Mutant other) {
        return new CppOptions(arithmetic, checks, structured, other);
    }

    boolean checked() {
        return checks == BoundsChecks.ON && mutant != Mutant.NO_CHECKS;
    }
}
