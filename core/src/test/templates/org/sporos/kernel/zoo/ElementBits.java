package org.sporos.kernel.zoo;

import org.sporos.space.ElementType;

/** Compares elements by their bits. NaNs have one pattern: which of theirs comes out of an operation is left open. */
public final class ElementBits {

    private ElementBits() {}

    /** Returns raw bits, the same for all NaNs. */
    public static long canonical(ElementType type, long raw) {
        return switch (type) {
[#list reals as t]
            case ${t.TYPE} -> ${t.Box}.isNaN(${apply(t.fromBits, "raw")}) ? ${apply(t.toBits, "${t.Box}.NaN")} : raw;
[/#list]
            default -> raw;
        };
    }

    /**
     * Returns whether two elements are the same.
     *
     * @param ulps how many units in the last place they may differ by, 0 for none; of numbers below 1 those of 1, as a
     *     small difference has the errors of its large terms
     */
    public static boolean same(ElementType type, long one, long other, double ulps) {
        return canonical(type, one) == canonical(type, other) || ulps > 0 && isNear(type, one, other, ulps);
    }

    private static boolean isNear(ElementType type, long one, long other, double ulps) {
        return switch (type) {
[#list reals as t]
            case ${t.TYPE} -> {
                ${t.type} a = ${apply(t.fromBits, "one")};
                yield Math.abs(a - ${apply(t.fromBits, "other")}) <= ulps * Math.max(Math.ulp(a), Math.ulp((${t.type}) 1));
            }
[/#list]
            default -> false;
        };
    }
}
