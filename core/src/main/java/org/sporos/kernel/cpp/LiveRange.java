package org.sporos.kernel.cpp;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Required;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LiveInt;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * Writes the lines of an entry that read the live bounds of its range. A launch has threads for the largest range:
 * those behind the end leave at once, which costs less than a loop in all threads where the range is nearly full.
 *
 * @param begin the name of the first index; empty for 0
 * @param count the name of the number of indexes
 */
record LiveRange(String begin, String count) {

    /** Returns the views that an entry reads bounds from. */
    static List<View> views(CppUnit unit) {
        List<View> none = List.of();
        Policy policy = policy(unit);
        return policy instanceof RangePolicy range
                ? range.live().stream()
                        .map(LiveInt::view)
                        .filter(Objects::nonNull)
                        .map(View.class::cast)
                        .toList()
                : none;
    }

    private static @Nullable Policy policy(CppUnit unit) {
        if (unit instanceof CppUnit.For loop) {
            return loop.policy();
        } else if (unit instanceof CppUnit.Reduce reduce) {
            return reduce.policy();
        }
        return unit instanceof CppUnit.Prefix prefix ? prefix.policy() : null;
    }

    /** Returns whether entries over a policy read bounds. */
    static boolean isLive(Policy policy) {
        return policy instanceof RangePolicy range && range.isLive();
    }

    /** Returns the live range that an entry reads, or null where its bounds are known: then nothing is written. */
    static @Nullable LiveRange writeIfAny(EntryFunction entry, CppUnit unit) {
        return policy(unit) instanceof RangePolicy range && range.isLive() ? write(entry, unit) : null;
    }

    /**
     * Writes the lines, which come before all others but those of a gate. What is outside of its limits is reported,
     * and the count is 0 then.
     */
    static LiveRange write(EntryFunction entry, CppUnit unit) {
        RangePolicy range = (RangePolicy) Required.internal(policy(unit), "the policy of a live range");
        SourcePosition at = unit.bodies().get(0).kernel().position();
        LiveInt liveBegin = range.liveBegin();
        LiveInt liveEnd = Required.internal(range.liveEnd(), "the live end of a range");
        String begin = liveBegin != null ? read(entry, liveBegin, "begin") : "";
        if (liveBegin == null && range.begin() != 0) {
            begin = entry.begin(range.begin(), Type.I32);
        }
        String end = read(entry, liveEnd, "end");
        String low = range.begin() == 0 ? "0" : entry.constant("lowest", range.begin());
        String high = entry.constant("highest", range.end());
        int site = entry.unit.site(new CppSite(CppSite.Kind.BOUNDS, range.toString(), 2, false, at, 0));
        String count = entry.local("count");
        String from = begin.isEmpty() ? "0" : begin;
        entry.report();
        entry.line(
                1,
                "const int " + count + " = java::live_count(" + from + ", " + end + ", " + low + ", " + high + ", "
                        + site + ", errors, node);");
        return new LiveRange(begin, count);
    }

    private static String read(EntryFunction entry, LiveInt bound, String role) {
        IntView view = bound.view();
        String pointer = view != null
                ? entry.unit.pointer(view, role + "_at").name()
                : entry.parameter(
                        "const int*",
                        role + "_at",
                        new CppArgument.ParamAddress(Required.internal(bound.param(), "the param of a live bound")));
        String value = entry.local(role);
        entry.line(1, "const int " + value + " = *" + pointer + ";");
        return value;
    }
}
