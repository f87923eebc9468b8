package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.sporos.internal.space.Allocation;
import org.sporos.kernel.zoo.ElementBits;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.view.View;

/** Compares the memory of views: bit for bit, all NaNs being one, or within some ulps. */
final class Comparison {
    private Comparison() {}

    /** Returns the differences between two runs, at most ten lines. */
    static List<String> differences(List<View> expected, List<View> actual, double ulps) {
        List<String> all = new ArrayList<>();
        for (int v = 0; v < expected.size(); v++) {
            Allocation left = expected.get(v).allocation();
            Allocation right = actual.get(v).allocation();
            for (long k = 0; k < left.size() && all.size() < 10; k++) {
                String one = difference(left.type(), left.bits(k), right.bits(k), ulps);
                if (!one.isEmpty()) {
                    all.add(expected.get(v).label() + "[" + k + "]: " + one);
                }
            }
        }
        return all;
    }

    /** Returns the difference of two values, or the empty string. */
    static String difference(ElementType type, long expected, long actual, double ulps) {
        return ElementBits.same(type, expected, actual, ulps)
                ? ""
                : "JVM " + ElementValue.ofBits(type, expected) + ", C++ " + ElementValue.ofBits(type, actual);
    }
}
