package org.sporos.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sporos.graph.Node;
import org.sporos.graph.Verification.Difference;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.StridedRegion;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.view.View;

/**
 * Compares two results of a view element by element, in row-major order of its indexes. All NaN are equal. Stateless.
 */
final class ElementComparison {

    private ElementComparison() {}

    /**
     * Returns the first difference, or nothing.
     *
     * @param ulps the most that floating-point values may be apart
     */
    static Optional<Difference> first(Node node, View view, Allocation found, Allocation wanted, long ulps) {
        StridedRegion region = view.region();
        long[] index = new long[region.rank()];
        long offset = region.offset();
        for (long left = region.size(); left > 0; left--) {
            long bits = found.bits(offset);
            long expected = wanted.bits(offset);
            if (bits != expected) {
                long distance = distance(found.type(), bits, expected);
                if (distance > (isFloating(found.type()) ? ulps : 0)) {
                    return Optional.of(new Difference(
                            node, view.label(), boxed(index), found.value(offset), wanted.value(offset), distance));
                }
            }
            offset = next(region, index, offset);
        }
        return Optional.empty();
    }

    /** Counts the indexes up by one, the last fastest, and returns the new offset. */
    private static long next(StridedRegion region, long[] index, long offset) {
        long at = offset;
        for (int d = index.length - 1; d >= 0; d--) {
            at += region.strides()[d];
            if (++index[d] < region.extents()[d]) {
                return at;
            }
            at -= region.extents()[d] * region.strides()[d];
            index[d] = 0;
        }
        return at;
    }

    private static List<Long> boxed(long[] index) {
        List<Long> boxed = new ArrayList<>();
        Arrays.stream(index).forEach(boxed::add);
        return boxed;
    }

    private static boolean isFloating(ElementType type) {
        return type == ElementType.DOUBLE || type == ElementType.FLOAT;
    }

    /** Returns how many steps of the type lead from one value to the other; of a NaN to a number Long.MAX_VALUE. */
    private static long distance(ElementType type, long a, long b) {
        if (isFloating(type)) {
            boolean isNanA = isNan(type, a);
            boolean isNanB = isNan(type, b);
            if (isNanA || isNanB) {
                return isNanA && isNanB ? 0 : Long.MAX_VALUE;
            }
        }
        long difference = ordered(type, a) - ordered(type, b);
        boolean hasOverflown = ((ordered(type, a) ^ ordered(type, b)) & (ordered(type, a) ^ difference)) < 0;
        return hasOverflown || difference == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(difference);
    }

    private static boolean isNan(ElementType type, long bits) {
        ElementValue value = ElementValue.ofBits(type, bits);
        return type == ElementType.DOUBLE ? Double.isNaN(value.asDouble()) : Float.isNaN(value.asFloat());
    }

    /** Returns integers in the order of the values; 0.0 and -0.0 are one apart, since their bits differ. */
    private static long ordered(ElementType type, long bits) {
        return switch (type) {
            case DOUBLE -> bits >= 0 ? bits : ~(bits ^ Long.MIN_VALUE);
            case FLOAT -> (int) bits >= 0 ? (int) bits : ~((int) bits ^ Integer.MIN_VALUE);
            default -> bits;
        };
    }
}
