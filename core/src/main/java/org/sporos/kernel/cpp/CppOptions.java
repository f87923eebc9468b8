package org.sporos.kernel.cpp;

import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;

/** The options of emission. Immutable. */
public final class CppOptions {
    /** Java's arithmetic, all checks, readable control flow. */
    public static final CppOptions DEFAULT = of(Arithmetic.STRICT, BoundsChecks.ON);

    private final Arithmetic arithmetic;
    private final BoundsChecks checks;
    private final boolean structured;
    private final Mutant mutant;
    private final boolean hoisting;
    private final boolean speculation;

    private CppOptions(
            Arithmetic arithmetic,
            BoundsChecks checks,
            boolean structured,
            Mutant mutant,
            boolean hoisting,
            boolean speculation) {
        this.speculation = speculation;
        this.arithmetic = arithmetic;
        this.checks = checks;
        this.structured = structured;
        this.mutant = mutant;
        this.hoisting = hoisting;
    }

    /** A fault that tests switch on, to see that they would find it. */
    enum Mutant {
        NONE,
        /** Integers overflow as those of C++ do, casts do not saturate. */
        NATIVE_INTEGERS,
        /** The compiler may contract, whatever the options say. */
        CONTRACTION,
        /** Indexes that are not proven inside are not checked either. */
        NO_CHECKS
    }

    /**
     * Returns options with readable control flow.
     *
     * @param arithmetic how floating-point arithmetic may differ from Java's
     * @param checks whether index checks that could not be proven away stay
     */
    public static CppOptions of(Arithmetic arithmetic, BoundsChecks checks) {
        return new CppOptions(arithmetic, checks, true, Mutant.NONE, false, false);
    }

    /** Returns how floating-point arithmetic may differ from Java's. */
    public Arithmetic arithmetic() {
        return arithmetic;
    }

    /** Returns whether index checks that could not be proven away stay. */
    public BoundsChecks checks() {
        return checks;
    }

    /** Returns a text that differs between options that differ. */
    String key() {
        return arithmetic + " " + checks + " " + structured + " " + mutant + " " + hoisting + " " + speculation;
    }

    /** Returns the same options with all control flow by goto. */
    CppOptions withGoto() {
        return new CppOptions(arithmetic, checks, false, mutant, hoisting, speculation);
    }

    CppOptions withMutant(Mutant other) {
        return new CppOptions(arithmetic, checks, structured, other, hoisting, speculation);
    }

    /**
     * Returns the same options with counted loops written twice: once for when all that they access is found inside
     * before.
     */
    public CppOptions withHoisting() {
        return new CppOptions(arithmetic, checks, structured, mutant, true, speculation);
    }

    /**
     * Returns the same options with counted loops that change nothing but their own variables written twice: once
     * without noting offences, and once more, from the start, for when there was one.
     */
    CppOptions withSpeculation() {
        return new CppOptions(arithmetic, checks, structured, mutant, hoisting, true);
    }

    boolean speculates() {
        return speculation && structured && checked();
    }

    boolean hoists() {
        return hoisting && structured && checked();
    }

    boolean structured() {
        return structured;
    }

    Mutant mutant() {
        return mutant;
    }

    boolean checked() {
        return checks == BoundsChecks.ON && mutant != Mutant.NO_CHECKS;
    }
}
