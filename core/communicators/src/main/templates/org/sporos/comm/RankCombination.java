package org.sporos.comm;

import org.sporos.error.InternalException;
import org.sporos.graph.Task;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.ReductionOp;
[#list reductions as t]
import org.sporos.view.${t.Type}View;
[/#list]
import org.sporos.view.View;

/**
 * Kernels that combine gathered elements on a device as {@link RankTree} does on the host, up to as many ranks as a
 * tile has values. Stateless.
 */
final class RankCombination {
    private static final int SUM = 0;
    private static final int PROD = 1;
    private static final int MIN = 2;
    private static final int MAX = 3;
    private static final int AND = 4;
    private static final int OR = 5;
    private static final int LANES = 32;

    private RankCombination() {}

    /**
     * Returns the task that combines the elements {@code k + rank * count} of all ranks into element {@code k}.
     *
     * @param gathered has the elements of all ranks, which it overwrites
     */
    static Task of(String label, ReductionOp op, View gathered, int count, int ranks) {
        int by = number(op);
        RangePolicy all = RangePolicy.of(count);
[#list reductions as t]
        if (gathered instanceof ${t.Type}View values) {
            ${t.type} identity = identity${t.Type}(by);
            return Task.parallelFor(label, all, k -> combine(values, k, count, ranks, by, identity));
        }
[/#list]
        throw new InternalException("elements of " + gathered + " are not combined");
    }

    private static int number(ReductionOp op) {
        return switch (op) {
            case SUM -> SUM;
            case PROD -> PROD;
            case MIN -> MIN;
            case MAX -> MAX;
            case BIT_AND -> AND;
            case BIT_OR -> OR;
            case BIT_XOR -> OR + 1;
            default -> throw new InternalException("ranks combine nothing by " + op);
        };
    }
[#list reductions as t]

    private static ${t.type} identity${t.Type}(int by) {
        return switch (by) {
            case PROD -> 1;
            case MIN -> ${t.highest};
            case MAX -> ${t.lowest};
[#if !t.real]
            case AND -> -1;
[/#if]
            default -> 0;
        };
    }

    private static void combine(${t.Type}View values, int k, int count, int ranks, int by, ${t.type} identity) {
        int lanes = Math.min(LANES, ranks);
        for (int rank = 0; rank < lanes; rank++) {
            values.set(k + rank * count, apply(by, identity, values.get(k + rank * count)));
        }
        for (int rank = LANES; rank < ranks; rank++) {
            int lane = k + rank % LANES * count;
            values.set(lane, apply(by, values.get(lane), values.get(k + rank * count)));
        }
        for (int step = LANES / 2; step > 0; step /= 2) {
            for (int lane = 0; lane < step && lane + step < lanes; lane++) {
                int at = k + lane * count;
                values.set(at, apply(by, values.get(at), values.get(at + step * count)));
            }
        }
    }

    private static ${t.type} apply(int by, ${t.type} a, ${t.type} b) {
        if (by == SUM) {
            return a + b;
        } else if (by == PROD) {
            return a * b;
        } else if (by == MIN) {
            return Math.min(a, b);
[#if t.real]
        }
        return Math.max(a, b);
[#else]
        } else if (by == MAX) {
            return Math.max(a, b);
        } else if (by == AND) {
            return a & b;
        }
        return by == OR ? a | b : a ^ b;
[/#if]
    }
[/#list]
}
