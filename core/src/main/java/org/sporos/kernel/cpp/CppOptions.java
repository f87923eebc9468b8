package org.sporos.kernel.cpp;

import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;

/**
 * The options of emission. Immutable.
 *
 * @param arithmetic how floating-point arithmetic may differ from Java's
 * @param checks whether index checks that could not be proven away stay
 * @param isStructured whether control flow is readable; else all of it is by goto
 * @param hoists whether kernels go through the passes of {@link org.sporos.kernel.transform.KernelPipeline#HOST}
 * @param speculates whether others go through those of {@link org.sporos.kernel.transform.KernelPipeline#GPU}
 */
public record CppOptions(
        Arithmetic arithmetic, BoundsChecks checks, boolean isStructured, boolean hoists, boolean speculates) {
    /** Java's arithmetic, all checks, readable control flow. */
    public static final CppOptions DEFAULT = of(Arithmetic.STRICT, BoundsChecks.ON);

    /** Passes run only where control flow is readable; those of the host only where there are checks. */
    public CppOptions {
        hoists &= isStructured && checks == BoundsChecks.ON;
        speculates &= isStructured;
    }

    /** Returns options with readable control flow. */
    public static CppOptions of(Arithmetic arithmetic, BoundsChecks checks) {
        return new CppOptions(arithmetic, checks, true, false, false);
    }

    /** Returns the same options with all control flow by goto. */
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
