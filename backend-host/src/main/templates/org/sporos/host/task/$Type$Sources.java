//#if contribution
package org.sporos.host.task;

import org.sporos.error.InternalException;
import org.sporos.host.cpp.ItemFailure;
import org.sporos.policy.$Type$Contribution;
import org.sporos.policy.KernelBody;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;

/** The contributions of type $type$ of each kind of policy, evaluated run by run into an array of $sum$s. */
final class $Type$Sources {

    private $Type$Sources() {}

    /** Returns the contributions of a body over the policy that it is made for, if that is no league. */
    static $Sum$Source of(Policy policy, KernelBody body) {
        if (body instanceof $Type$Contribution.Range range) {
            return of(RunRange.of(policy), range);
        } else if (body instanceof $Type$Contribution.LongRange range) {
            return of(RunRange.of(policy), range);
        } else if (body instanceof $Type$Contribution.Range2 pairs) {
            return new Pairs(Rows.of((MDRangePolicy) policy), pairs);
        } else if (body instanceof $Type$Contribution.Range3 triples) {
            return new Triples(Rows.of((MDRangePolicy) policy), triples);
        }
        throw new InternalException(body + " contributes no $type$s over " + policy);
    }
//#if accumulator

    /** Returns the contributions of teams. */
    static $Sum$Source of(TeamPool teams) {
        return new Teams(teams);
    }
//#end

    private static $Sum$Source of(RunRange run, $Type$Contribution.Range body) {
        Range all = new Range((int) run.first(), body);
        return run.isLive()
                ? (first, n, into, at) -> all.fill(run.begin() - run.first() + first, n, into, at)
                : all;
    }

    private static $Sum$Source of(RunRange run, $Type$Contribution.LongRange body) {
        LongRange all = new LongRange(run.first(), body);
        return run.isLive()
                ? (first, n, into, at) -> all.fill(run.begin() - run.first() + first, n, into, at)
                : all;
    }

    record Range(int begin, $Type$Contribution.Range body) implements $Sum$Source {
        @Override
        public void fill(long first, int n, $sum$[] into, int at) {
            int i = (int) (begin + first);
            int k = 0;
            try {
                for (; k < n; k++) {
                    into[at + k] = $toSum$(body.at(i + k));
                }
            } catch (RuntimeException e) {
                throw ItemFailure.of(e, i + k);
            }
        }
    }

    private record LongRange(long begin, $Type$Contribution.LongRange body) implements $Sum$Source {
        @Override
        public void fill(long first, int n, $sum$[] into, int at) {
            long i = begin + first;
            int k = 0;
            try {
                for (; k < n; k++) {
                    into[at + k] = $toSum$(body.at(i + k));
                }
            } catch (RuntimeException e) {
                throw ItemFailure.of(e, i + k);
            }
        }
    }

    private record Pairs(Rows rows, $Type$Contribution.Range2 body) implements $Sum$Source {
        @Override
        public void fill(long first, int n, $sum$[] into, int at) {
            int length;
            for (int done = 0; done < n; done += length) {
                long position = first + done;
                length = rows.length(position, n - done);
                row(rows.i(position), rows.last(position), length, into, at + done);
            }
        }

        private void row(int i, int j, int n, $sum$[] into, int at) {
            int k = 0;
            try {
                for (; k < n; k++) {
                    into[at + k] = $toSum$(body.at(i, j + k));
                }
            } catch (RuntimeException e) {
                throw ItemFailure.of(e, i, j + k);
            }
        }
    }

    private record Triples(Rows rows, $Type$Contribution.Range3 body) implements $Sum$Source {
        @Override
        public void fill(long first, int n, $sum$[] into, int at) {
            int length;
            for (int done = 0; done < n; done += length) {
                long position = first + done;
                length = rows.length(position, n - done);
                row(rows.i(position), rows.j(position), rows.last(position), length, into, at + done);
            }
        }

        private void row(int i, int j, int l, int n, $sum$[] into, int at) {
            int k = 0;
            try {
                for (; k < n; k++) {
                    into[at + k] = $toSum$(body.at(i, j, l + k));
                }
            } catch (RuntimeException e) {
                throw ItemFailure.of(e, i, j, l + k);
            }
        }
    }
//#if accumulator

    private record Teams(TeamPool pool) implements $Sum$Source {
        @Override
        public void fill(long first, int n, $sum$[] into, int at) {
            Team team = pool.take();
            try {
                for (int k = 0; k < n; k++) {
                    into[at + k] = $fromBits$(team.run((int) first + k));
                }
            } finally {
                pool.give(team);
            }
        }
    }
//#end
}
//#end
