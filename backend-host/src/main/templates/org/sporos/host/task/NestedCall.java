package org.sporos.host.task;

import java.util.EnumMap;
import java.util.Map;
import org.sporos.policy.ReductionOp;
import org.sporos.run.RunRefusal;

/**
 * A kind of reduction inside of a team: a type and an operator. There is one instance of each.
 *
 * @param identity the identity, for integer types
 */
record NestedCall(String type, ReductionOp op, long identity) {
[#list reals as t]
    private static final Map<ReductionOp, NestedCall> ${t.TYPE}S = fractions("${t.type}");
[/#list]
[#list integers as t]
    private static final Map<ReductionOp, NestedCall> ${t.TYPE}S = integers("${t.type}", ${t.lowest}, ${t.highest});
[/#list]
[#list reductions as t]

    static NestedCall of${t.Type}s(ReductionOp op) {
        return of(${t.TYPE}S, op, "${t.type}");
    }
[/#list]

    private static NestedCall of(Map<ReductionOp, NestedCall> known, ReductionOp op, String type) {
        NestedCall call = known.get(op);
        if (call == null) {
            throw RunRefusal.ofArgument(
                    "R308", "a team cannot reduce " + type + "s with " + op + "; use one of " + known.keySet());
        }
        return call;
    }

    private static Map<ReductionOp, NestedCall> fractions(String type) {
        Map<ReductionOp, NestedCall> calls = new EnumMap<>(ReductionOp.class);
        add(calls, type, ReductionOp.SUM, 0);
        add(calls, type, ReductionOp.PROD, 0);
        add(calls, type, ReductionOp.MIN, 0);
        add(calls, type, ReductionOp.MAX, 0);
        return calls;
    }

    private static Map<ReductionOp, NestedCall> integers(String type, long lowest, long highest) {
        Map<ReductionOp, NestedCall> calls = new EnumMap<>(ReductionOp.class);
        add(calls, type, ReductionOp.SUM, 0);
        add(calls, type, ReductionOp.PROD, 1);
        add(calls, type, ReductionOp.MIN, highest);
        add(calls, type, ReductionOp.MAX, lowest);
        add(calls, type, ReductionOp.BIT_AND, -1);
        add(calls, type, ReductionOp.BIT_OR, 0);
        add(calls, type, ReductionOp.BIT_XOR, 0);
        return calls;
    }

    private static void add(Map<ReductionOp, NestedCall> calls, String type, ReductionOp op, long identity) {
        calls.put(op, new NestedCall(type, op, identity));
    }

    /** Returns two integers combined. */
    long apply(long left, long right) {
        return switch (op) {
            case SUM -> left + right;
            case PROD -> left * right;
            case MIN -> Math.min(left, right);
            case MAX -> Math.max(left, right);
            case BIT_AND -> left & right;
            case BIT_OR -> left | right;
            default -> left ^ right;
        };
    }

    /** Returns it as in {@code a double SUM}. */
    @Override
    public String toString() {
        return (type.startsWith("i") ? "an " : "a ") + type + " " + op;
    }
}
