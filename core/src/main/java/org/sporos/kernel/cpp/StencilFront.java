package org.sporos.kernel.cpp;

import com.google.common.collect.HashMultimap;
import com.google.common.collect.SetMultimap;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Binary;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Value;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.view.View;

/**
 * A view of which a stencil, row after row of a box, always takes a row that it has not met before.
 *
 * @param rows how many rows behind that of the index it is
 */
record StencilFront(ViewRef.Captured view, long rows) {

    /**
     * Returns the fronts of a body that takes elements of several rows of a view, all of them at its indexes plus
     * constants; none if it does anything else, or if its views are in a cache near the core.
     */
    static List<StencilFront> of(Body body) {
        List<? extends Value> indexes = body.kernel.body().arguments();
        Map<View, StencilFront> found = new IdentityHashMap<>();
        List<View> order = new ArrayList<>();
        SetMultimap<View, Long> rows = HashMultimap.create();
        boolean[] others = {indexes.size() < 2};
        Walk.instructions(body.kernel, at -> {
            if (!(at.op() instanceof Op.Load) && !(at.op() instanceof Op.Store)) {
                others[0] |= at.op() instanceof Op.Atomic;
                return;
            }
            Long row = CheckedAccesses.viewOf(at.op()) instanceof ViewRef.Captured view && isDense(body, view, indexes)
                    ? row(at.operands(), indexes)
                    : null;
            if (row == null) {
                others[0] = true;
                return;
            }
            ViewRef.Captured ref = (ViewRef.Captured) CheckedAccesses.viewOf(at.op());
            View view = body.view(ref);
            if (!found.containsKey(view)) {
                order.add(view);
            }
            found.merge(view, new StencilFront(ref, row), (one, other) -> one.rows >= other.rows ? one : other);
            rows.put(view, row);
        });
        boolean meetsAgain = rows.size() > rows.keySet().size();
        return others[0] || !meetsAgain || !HostShape.areFar(order)
                ? List.of()
                : order.stream().map(found::get).toList();
    }

    private static boolean isDense(Body body, ViewRef.Captured view, List<? extends Value> indexes) {
        return view.rank() == indexes.size() && body.view(view).stride(view.rank() - 1) == 1;
    }

    /** Returns by how much the row of a place differs from that of the index, or null if that is not a constant. */
    private static @Nullable Long row(List<? extends Value> place, List<? extends Value> indexes) {
        Long row = null;
        for (int d = 0; d < indexes.size(); d++) {
            Long offset = offset(place.get(d), indexes.get(d));
            if (offset == null) {
                return null;
            }
            row = d == indexes.size() - 2 ? offset : row;
        }
        return row;
    }

    private static @Nullable Long offset(Value place, Value index) {
        if (place == index) {
            return 0L;
        }
        if (!(place instanceof Instruction sum) || sum.operands().size() != 2) {
            return null;
        }
        boolean first = sum.operand(0) == index;
        Value other = sum.operand(first ? 1 : 0);
        if (!first && sum.operand(1) != index
                || !(other instanceof Instruction literal && literal.op() instanceof Op.Constant constant)) {
            return null;
        }
        return sum.op() == Binary.ADD
                ? Long.valueOf((int) constant.bits())
                : sum.op() == Binary.SUB && first ? Long.valueOf(-(long) (int) constant.bits()) : null;
    }

    /**
     * Returns where the row of the front begins at an index, all parts of which but the last are given as expressions.
     * Of a view of planes it is the row of the first plane.
     */
    String pointer(Body body, String... indexes) {
        List<String> terms = new ArrayList<>();
        terms.add(body.pointer(view));
        int planes = view.rank() - 1 - indexes.length;
        for (int d = 0; d < indexes.length; d++) {
            String index = d == indexes.length - 1 && rows != 0 ? "(" + indexes[d] + " + " + rows + ")" : indexes[d];
            terms.add("(long long) " + index + " * " + body.stride(view, planes + d));
        }
        return String.join(" + ", terms);
    }
}
