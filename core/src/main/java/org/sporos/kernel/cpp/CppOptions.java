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
    private final boolean hoisting;
    private final boolean speculation;

    private CppOptions(
            Arithmetic arithmetic, BoundsChecks checks, boolean structured, boolean hoisting, boolean speculation) {
        this.speculation = speculation;
        this.arithmetic = arithmetic;
        this.checks = checks;
        this.structured = structured;
        this.hoisting = hoisting;
    }

    /**
     * Returns options with readable control flow.
     *
     * @param arithmetic how floating-point arithmetic may differ from Java's
     * @param checks whether index checks that could not be proven away stay
     */
    public static CppOptions of(Arithmetic arithmetic, BoundsChecks checks) {
        return new CppOptions(arithmetic, checks, true, false, false);
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
        return arithmetic + " " + checks + " " + structured + " " + hoisting + " " + speculation;
    }

    /** Returns the same options with all control flow by goto. */
    CppOptions withGoto() {
        return new CppOptions(arithmetic, checks, false, hoisting, speculation);
    }

    /**
     * Returns the same options with counted loops written twice: once for when all that they access is found inside
     * before.
     */
    public CppOptions withHoisting() {
        return new CppOptions(arithmetic, checks, structured, true, speculation);
    }

    /**
     * Returns the same options with counted loops that change nothing but their own variables written twice: once
     * without noting offences, and once more, from the start, for when there was one.
     */
    CppOptions withSpeculation() {
        return new CppOptions(arithmetic, checks, structured, hoisting, true);
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

    boolean checked() {
        return checks == BoundsChecks.ON;
    }
}
