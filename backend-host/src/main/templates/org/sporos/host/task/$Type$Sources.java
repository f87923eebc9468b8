[@perType contributions; t]
package org.sporos.host.task;

import org.sporos.error.InternalException;
import org.sporos.host.natives.ItemFailure;
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.KernelBody;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;

/** The contributions of type ${t.type} of each kind of policy, evaluated row by row into an array of ${t.sum}s. */
final class ${t.Type}Sources {

    private ${t.Type}Sources() {}

    /** Returns the contributions of a body over its policy, except for leagues. */
    static ${t.Sum}Source of(Policy policy, KernelBody body) {
        if (body instanceof ${t.Type}Contribution.Range range) {
            return new Range(RunRange.of(policy), range);
        } else if (body instanceof ${t.Type}Contribution.LongRange range) {
            return new LongRange(RunRange.of(policy), range);
[#list 2..4 as rank]
        } else if (body instanceof ${t.Type}Contribution.Range${rank} box) {
            return new Box${rank}(policy, box);
[/#list]
        }
        throw new InternalException(body + " contributes no ${t.type}s over " + policy);
    }
[#if t.accumulator]

    /** Returns the contributions of teams. */
    static ${t.Sum}Source of(TeamPool teams) {
        return new Teams(teams);
    }
[/#if]

[#list [["Range", "int i = (int) (run.begin() + first)"], ["LongRange", "long i = run.begin() + first"]] as kind]
    record ${kind[0]}(RunRange run, ${t.Type}Contribution.${kind[0]} body) implements ${t.Sum}Source {
        @Override
        public void fill(long first, int n, ${t.sum}[] into, int at) {
            ${kind[1]};
            int k = 0;
            try {
                for (; k < n; k++) {
                    into[at + k] = ${apply(t.toSum, "body.at(i + k)")};
                }
            } catch (RuntimeException e) {
                throw ItemFailure.of(e, i + k);
            }
        }
    }

[/#list]
    /** The contributions of a box in row-major order. */
    private abstract static class Box implements ${t.Sum}Source {
        private final Rows rows;

        Box(Policy policy) {
            this.rows = Rows.of((MDRangePolicy) policy);
        }

        @Override
        public final void fill(long first, int n, ${t.sum}[] into, int at) {
            int length;
            for (int done = 0; done < n; done += length) {
                long position = first + done;
                length = rows.length(position, n - done);
                int i = rows.outer(position, 0);
                int j = rows.outer(position, 1);
                int k = rows.outer(position, 2);
                row(i, j, k, rows.last(position), length, into, at + done);
            }
        }

        /**
         * Evaluates n consecutive indexes of a row.
         *
         * @param begin the first index along the last dimension; missing dimensions have index 0
         */
        abstract void row(int i, int j, int k, int begin, int n, ${t.sum}[] into, int at);
    }
[#list ["i", "i, j", "i, j, k"] as outer]

    private static final class Box${outer?index + 2} extends Box {
        private final ${t.Type}Contribution.Range${outer?index + 2} body;

        Box${outer?index + 2}(Policy policy, ${t.Type}Contribution.Range${outer?index + 2} body) {
            super(policy);
            this.body = body;
        }

        @Override
        void row(int i, int j, int k, int begin, int n, ${t.sum}[] into, int at) {
            int done = 0;
            try {
                for (; done < n; done++) {
                    into[at + done] = ${apply(t.toSum, "body.at(" + outer + ", begin + done)")};
                }
            } catch (RuntimeException e) {
                throw ItemFailure.of(e, ${outer}, begin + done);
            }
        }
    }
[/#list]
[#if t.accumulator]

    private record Teams(TeamPool pool) implements ${t.Sum}Source {
        @Override
        public void fill(long first, int n, ${t.sum}[] into, int at) {
            Team team = pool.take();
            try {
                for (int k = 0; k < n; k++) {
                    into[at + k] = ${apply(t.fromBits, "team.run((int) first + k)")};
                }
            } finally {
                pool.give(team);
            }
        }
    }
[/#if]
}
[/@perType]
