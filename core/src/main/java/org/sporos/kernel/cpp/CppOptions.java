package org.sporos.kernel.cpp;

import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;

/**
 * The options of emission. Immutable.
 *
 * @param arithmetic how floating-point arithmetic may differ from Java's
 * @param checks whether unproven bounds checks are emitted
 * @param isStructured whether control flow is structured; else by goto
 * @param hoists whether kernels are transformed by {@link org.sporos.kernel.transform.KernelPipeline#HOST}
 * @param speculates whether other kernels are transformed by {@link org.sporos.kernel.transform.KernelPipeline#GPU}
 */
public record CppOptions(
        Arithmetic arithmetic, BoundsChecks checks, boolean isStructured, boolean hoists, boolean speculates) {
    /** Java's arithmetic, all checks, structured control flow. */
    public static final CppOptions DEFAULT = of(Arithmetic.STRICT, BoundsChecks.ON);

    /** Passes need structured control flow; those of the host need checks. */
    public CppOptions {
        hoists &= isStructured && checks == BoundsChecks.ON;
        speculates &= isStructured;
    }

    /** Returns options with structured control flow. */
    public static CppOptions of(Arithmetic arithmetic, BoundsChecks checks) {
        return new CppOptions(arithmetic, checks, true, false, false);
    }

    /** Returns the same options with unstructured control flow. */
    CppOptions withGoto() {
        return new CppOptions(arithmetic, checks, false, hoists, speculates);
    }

    /** Returns the same options with checks hoisted out of counted loops. */
    public CppOptions withHoisting() {
        return new CppOptions(arithmetic, checks, isStructured, true, speculates);
    }

    /** Returns the same options with speculation in counted loops. */
    CppOptions withSpeculation() {
        return new CppOptions(arithmetic, checks, isStructured, hoists, true);
    }

    boolean checked() {
        return checks == BoundsChecks.ON;
    }
}
