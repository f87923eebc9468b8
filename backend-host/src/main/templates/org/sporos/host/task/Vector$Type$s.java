[@perType reductions; t]
package org.sporos.host.task;

import java.util.Arrays;
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.${t.Type}ScanBody;
import org.sporos.policy.ReductionOp;

/**
 * The reductions and scans of ${t.type}s over the vector lanes of one member. The lanes are the innermost loop; their
 * number fixes the order.
 */
final class Vector${t.Type}s {
    /** A value for each lane. */
    private final ${t.type}[] row;

    Vector${t.Type}s(int lanes) {
        this.row = new ${t.type}[lanes];
    }

    /**
     * Returns the reduction of all contributions: lane l accumulates every V-th index from l, then halves are combined.
     */
    ${t.type} reduce(ReductionOp op, int n, ${t.Type}Contribution.Range contribution) {
        Nested${t.Type}s.Call call = Nested${t.Type}s.call(op);
        Arrays.fill(row, call.identity());
        for (int i = 0; i < n; i++) {
            int lane = i & (row.length - 1);
            row[lane] = call.apply(row[lane], contribution.at(i));
        }
        for (int s = row.length / 2; s > 0; s /= 2) {
            for (int lane = 0; lane < s; lane++) {
                row[lane] = call.apply(row[lane], row[lane + s]);
            }
        }
        return row[0];
    }

    /** Returns the sum of all contributions: each row of lanes is summed pairwise, then the rows in order. */
    ${t.type} scan(
            boolean inclusive, int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer) {
        ${t.type} running = 0;
        for (int left = n; left > 0; left -= row.length) {
            int from = n - left;
            int length = Math.min(row.length, left);
            for (int lane = 0; lane < length; lane++) {
                row[lane] = contribution.at(from + lane);
            }
            sumByHalves(length);
            ${t.type} carry = running;
            for (int lane = 0; lane < length; lane++) {
                ${t.type} sum = carry + row[lane];
                consumer.at(from + lane, inclusive ? sum : running);
                running = sum;
            }
        }
        return running;
    }

    private void sumByHalves(int length) {
        for (int s = 1; s < length; s *= 2) {
            for (int lane = s; lane < length; lane++) {
                if ((lane & s) != 0) {
                    row[lane] = row[(lane & -2 * s) + s - 1] + row[lane];
                }
            }
        }
    }
}
[/@perType]
