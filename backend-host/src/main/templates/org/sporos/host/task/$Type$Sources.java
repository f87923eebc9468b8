[@perType contributions; t]
package org.sporos.host.task;

import org.sporos.error.InternalException;
import org.sporos.host.cpp.ItemFailure;
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.KernelBody;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;

/** The contributions of type ${t.type} of each kind of policy, evaluated run by run into an array of ${t.sum}s. */
final class ${t.Type}Sources {

    private ${t.Type}Sources() {}

    /** Returns the contributions of a body over the policy that it is made for, if that is no league. */
    static ${t.Sum}Source of(Policy policy, KernelBody body) {
        if (body instanceof ${t.Type}Contribution.Range range) {
            return of(RunRange.of(policy), range);
        } else if (body instanceof ${t.Type}Contribution.LongRange range) {
            return of(RunRange.of(policy), range);
        } else if (body instanceof ${t.Type}Contribution.Range2 pairs) {
            return new Pairs(policy, pairs);
        } else if (body instanceof ${t.Type}Contribution.Range3 triples) {
            return new Triples(policy, triples);
        } else if (body instanceof ${t.Type}Contribution.Range4 quadruples) {
            return new Quadruples(policy, quadruples);
        }
        throw new InternalException(body + " contributes no ${t.type}s over " + policy);
    }
[#if t.accumulator]

    /** Returns the contributions of teams. */
    static ${t.Sum}Source of(TeamPool teams) {
        return new Teams(teams);
    }
[/#if]

    private static ${t.Sum}Source of(RunRange run, ${t.Type}Contribution.Range body) {
        Range all = new Range((int) run.first(), body);
        return run.isLive()
                ? (first, n, into, at) -> all.fill(run.begin() - run.first() + first, n, into, at)
                : all;
    }

    private static ${t.Sum}Source of(RunRange run, ${t.Type}Contribution.LongRange body) {
        LongRange all = new LongRange(run.first(), body);
        return run.isLive()
                ? (first, n, into, at) -> all.fill(run.begin() - run.first() + first, n, into, at)
                : all;
    }

    record Range(int begin, ${t.Type}Contribution.Range body) implements ${t.Sum}Source {
        @Override
        public void fill(long first, int n, ${t.sum}[] into, int at) {
            int i = (int) (begin + first);
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

    private record LongRange(long begin, ${t.Type}Contribution.LongRange body) implements ${t.Sum}Source {
        @Override
        public void fill(long first, int n, ${t.sum}[] into, int at) {
            long i = begin + first;
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

    /** The contributions of a box, row by row. */
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
         * Evaluates n indexes of a row.
         *
         * @param begin the first index along the last dimension; the others are 0 for dimensions that there are not
         */
        abstract void row(int i, int j, int k, int begin, int n, ${t.sum}[] into, int at);
    }

    private static final class Pairs extends Box {
        private final ${t.Type}Contribution.Range2 body;

        Pairs(Policy policy, ${t.Type}Contribution.Range2 body) {
            super(policy);
            this.body = body;
        }

        @Override
        void row(int i, int j, int k, int begin, int n, ${t.sum}[] into, int at) {
            int done = 0;
            try {
                for (; done < n; done++) {
                    into[at + done] = ${apply(t.toSum, "body.at(i, begin + done)")};
                }
            } catch (RuntimeException e) {
                throw ItemFailure.of(e, i, begin + done);
            }
        }
    }

    private static final class Triples extends Box {
        private final ${t.Type}Contribution.Range3 body;

        Triples(Policy policy, ${t.Type}Contribution.Range3 body) {
            super(policy);
            this.body = body;
        }

        @Override
        void row(int i, int j, int k, int begin, int n, ${t.sum}[] into, int at) {
            int done = 0;
            try {
                for (; done < n; done++) {
                    into[at + done] = ${apply(t.toSum, "body.at(i, j, begin + done)")};
                }
            } catch (RuntimeException e) {
                throw ItemFailure.of(e, i, j, begin + done);
            }
        }
    }

    private static final class Quadruples extends Box {
        private final ${t.Type}Contribution.Range4 body;

        Quadruples(Policy policy, ${t.Type}Contribution.Range4 body) {
            super(policy);
            this.body = body;
        }

        @Override
        void row(int i, int j, int k, int begin, int n, ${t.sum}[] into, int at) {
            int done = 0;
            try {
                for (; done < n; done++) {
                    into[at + done] = ${apply(t.toSum, "body.at(i, j, k, begin + done)")};
                }
            } catch (RuntimeException e) {
                throw ItemFailure.of(e, i, j, k, begin + done);
            }
        }
    }
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
