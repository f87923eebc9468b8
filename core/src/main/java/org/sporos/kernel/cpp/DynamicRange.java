package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Required;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.DynamicBound;
import org.sporos.policy.IndexAxis;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.view.View;

/**
 * Bounds of a range that a launch reads from memory. The grid covers the largest range, and threads beyond the end
 * return at once: that costs less than a grid-stride loop if the range is nearly full.
 *
 * @param begin the variable of the first index; empty for 0
 * @param count the variable of the number of indexes
 * @param dimensions the ranges of the dimensions of a box, whose own begin is 0; else none
 * @param reads the declarations of all variables, for the start of the entry
 */
record DynamicRange(String begin, String count, List<DynamicRange> dimensions, List<LoopIr> reads) {

    /** Returns the views that an entry reads bounds from. */
    static List<View> views(CppUnit unit) {
        List<View> views = new ArrayList<>();
        Policy policy = policy(unit);
        if (policy != null) {
            for (DynamicBound bound : policy.live()) {
                if (bound.view() != null) {
                    views.add(bound.view());
                }
            }
        }
        return views;
    }

    /** Returns whether a unit reads the bounds of its range. */
    static boolean isOf(CppUnit unit) {
        Policy policy = policy(unit);
        return policy != null && policy.isDynamic();
    }

    private static @Nullable Policy policy(CppUnit unit) {
        if (unit instanceof CppUnit.For loop) {
            return loop.policy();
        } else if (unit instanceof CppUnit.Reduce reduce) {
            return reduce.policy();
        }
        return unit instanceof CppUnit.Prefix prefix ? prefix.policy() : null;
    }

    /** Returns the dynamic range that an entry reads, or null if its bounds are static. */
    static @Nullable DynamicRange ofUnit(EntryFunction entry, CppUnit unit) {
        return isOf(unit) ? of(entry, unit) : null;
    }

    /**
     * Returns the dynamic range that an entry reads. Bounds outside of their limits are reported, with a count of 0.
     */
    static DynamicRange of(EntryFunction entry, CppUnit unit) {
        Policy policy = Required.internal(policy(unit), "the policy of a dynamic range");
        return policy instanceof MDRangePolicy box
                ? of(entry, unit, box)
                : of(entry, unit, policy.axes().get(0), "");
    }

    /** The number of index tuples has the same type as for static bounds. */
    private static DynamicRange of(EntryFunction entry, CppUnit unit, MDRangePolicy box) {
        List<DynamicRange> all = new ArrayList<>();
        List<LoopIr> reads = new ArrayList<>();
        for (int d = 0; d < box.rank(); d++) {
            IndexAxis axis = box.axes().get(d);
            String begin = axis.begin() == 0 || axis.isDynamic() ? "" : entry.constant("begin" + d, axis.begin());
            DynamicRange side = axis.isDynamic()
                    ? of(entry, unit, axis, String.valueOf(d))
                    : new DynamicRange(begin, entry.constant("extent" + d, axis.size()), List.of(), List.of());
            all.add(side);
            reads.addAll(side.reads);
        }
        String count = entry.local("count");
        String type = box.size() == (int) box.size() ? "int" : Words.type(Type.I64);
        String product = all.stream().map(DynamicRange::count).collect(Collectors.joining(" * "));
        String wide = type.equals("int") ? "" : "(" + type + ") ";
        reads.add(new LoopIr.Let("const " + type, count, wide + product));
        return new DynamicRange("", count, all, reads);
    }

    /** @param suffix the dimension; empty for a range */
    private static DynamicRange of(EntryFunction entry, CppUnit unit, IndexAxis axis, String suffix) {
        SourcePosition at = unit.bodies().get(0).kernel().position();
        DynamicBound dynamicBegin = axis.dynamicBegin();
        DynamicBound dynamicEnd = axis.dynamicEnd();
        boolean isLong = dynamicEnd != null && dynamicEnd.isLong();
        List<LoopIr> reads = new ArrayList<>();
        String begin = dynamicBegin != null ? read(entry, dynamicBegin, "begin" + suffix, reads) : "";
        if (dynamicBegin == null && axis.begin() != 0) {
            begin = suffix.isEmpty()
                    ? entry.begin(axis.begin(), isLong ? Type.I64 : Type.I32)
                    : entry.constant("begin" + suffix, axis.begin());
        }
        String end = dynamicEnd != null
                ? read(entry, dynamicEnd, "end" + suffix, reads)
                : entry.constant("end" + suffix, axis.end());
        String low = axis.begin() == 0 ? "0" : entry.constant("lowest" + suffix, axis.begin());
        String high = entry.constant("highest" + suffix, axis.end());
        int site = entry.unit.site(new CppSite(CppSite.Kind.BOUNDS, axis.toString(), 2, false, at, 0));
        String count = entry.local("count" + suffix);
        String from = begin.isEmpty() ? "0" : begin;
        entry.report();
        String found = String.join(", ", from, end, low, high, String.valueOf(site), "errors", "node");
        reads.add(counted(isLong, axis, count, found));
        return new DynamicRange(begin, count, List.of(), reads);
    }

    /** A count that fits into an int is an int, as for static bounds. */
    private static LoopIr counted(boolean isLong, IndexAxis axis, String count, String bounds) {
        if (!isLong) {
            return new LoopIr.Let("const int", count, "java::live_count(" + bounds + ")");
        }
        String wide = Words.type(Type.I64);
        String read = "java::live_count<" + wide + ">(" + bounds + ")";
        return axis.size() == (int) axis.size()
                ? new LoopIr.Let("const int", count, "(int) " + read)
                : new LoopIr.Let("const " + wide, count, read);
    }

    private static Type type(DynamicBound bound) {
        return bound.isLong() ? Type.I64 : Type.I32;
    }

    private static String read(EntryFunction entry, DynamicBound bound, String role, List<LoopIr> reads) {
        View view = bound.view();
        String type = "const " + Words.type(type(bound));
        String pointer = view != null
                ? entry.unit.pointer(view, role + "_at").name()
                : entry.parameter(
                        type + "*",
                        role + "_at",
                        new CppArgument.ParamAddress(Required.internal(bound.param(), "the param of a dynamic bound")));
        String value = entry.local(role);
        reads.add(new LoopIr.Let(type, value, "*" + pointer));
        return value;
    }
}
