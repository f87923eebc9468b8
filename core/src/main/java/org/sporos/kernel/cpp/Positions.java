package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/**
 * The positions of a reduction, counted from 0 in row-major order of a box, and their indexes. The parameters that all
 * parts share are made on first use.
 */
final class Positions {
    /** The variable of a position. */
    static final String POSITION = "p";

    private final EntryFunction entry;
    private final Policy policy;
    private final @Nullable DynamicRange live;
    private String count = "";
    private String begin = "";

    /** @param live the dynamic bounds, or null if they are static */
    Positions(EntryFunction entry, Policy policy, @Nullable DynamicRange live) {
        this.entry = entry;
        this.policy = policy;
        this.live = live;
    }

    /** Returns the number of positions. */
    String count() {
        if (live != null) {
            return live.count();
        }
        count = count.isEmpty() ? entry.constant("count", policy.size()) : count;
        return count;
    }

    /** Returns the type of a position. */
    String type() {
        return policy.size() == (int) policy.size() ? "int" : "long long";
    }

    LoopIr.Axis axis() {
        return new LoopIr.Axis(type(), POSITION, "0", count());
    }

    /** The indexes at a position, and the variables that they need. */
    record Indexes(List<LoopIr> lets, List<String> parts) {
        static Indexes of(String index) {
            return new Indexes(List.of(), List.of(index));
        }
    }

    /** Returns the indexes at position {@code p}. */
    Indexes indexes() {
        if (policy instanceof MDRangePolicy box) {
            return indexes(box);
        } else if (live != null) {
            return Indexes.of(live.begin().isEmpty() ? POSITION : live.begin() + " + " + POSITION);
        } else if (policy instanceof RangePolicy range) {
            String p = type().equals("int") ? POSITION : "(int) " + POSITION;
            return Indexes.of(range.begin() == 0 ? p : "(int) (" + begin(range.begin(), Type.I32) + " + p)");
        }
        long first = ((LongRangePolicy) policy).begin();
        return Indexes.of(first == 0 ? POSITION : begin(first, Type.I64) + " + " + POSITION);
    }

    private String begin(long first, Type type) {
        begin = begin.isEmpty() ? entry.begin(first, type) : begin;
        return begin;
    }

    private Indexes indexes(MDRangePolicy box) {
        List<DynamicRange> sides = live == null ? List.of() : live.dimensions();
        List<LoopIr> lets = new ArrayList<>();
        String[] indexes = new String[box.rank()];
        String left = POSITION;
        for (int d = box.rank() - 1; d >= 0; d--) {
            String i = entry.local(LoopIr.index(d));
            String first = !sides.isEmpty()
                    ? sides.get(d).begin()
                    : box.begin(d) == 0 ? "" : entry.begin(box.begin(d), Type.I32);
            String from = first.isEmpty() ? "" : first + " + ";
            if (d == 0) {
                lets.add(new LoopIr.Let("const int", i, narrowed(from, left)));
            } else {
                String extent = sides.isEmpty()
                        ? entry.constant("extent" + d, box.extent(d))
                        : sides.get(d).count();
                String rest = entry.local("rest");
                lets.add(new LoopIr.Let("const int", i, narrowed(from, "(" + left + " % " + extent + ")")));
                lets.add(new LoopIr.Let("const " + type(), rest, left + " / " + extent));
                left = rest;
            }
            indexes[d] = i;
        }
        return new Indexes(lets, List.of(indexes));
    }

    /** Returns an index of a box; a long position is narrowed after the sum. */
    private String narrowed(String from, String rank) {
        return type().equals("int") ? from + "(int) " + rank : "(int) (" + from + rank + ")";
    }

    /**
     * Returns the location of a position: the index of a range or set, or the position itself for boxes and teams; -1
     * for position -1, which means none.
     */
    String location(String position) {
        String orNone = position + " < 0 ? -1 : ";
        IntView elements = policy instanceof RangePolicy range ? range.elements() : null;
        if (elements != null) {
            String list = entry.unit.pointer(elements, "indexes").name();
            String stride = elements.stride(0) == 1 ? "" : " * " + entry.constant("stride", elements.stride(0));
            return orNone + list + "[" + position + stride + "]";
        } else if (live != null) {
            return orNone + (live.begin().isEmpty() ? "" : live.begin() + " + ") + position;
        }
        long first = policy instanceof RangePolicy range
                ? range.begin()
                : policy instanceof LongRangePolicy range ? range.begin() : 0;
        // An empty range has location -1, wherever it begins.
        return (first == 0 || policy.size() == 0 ? "" : entry.begin(first, Type.I64) + " + ") + position;
    }
}
