package org.sporos.host.task;

import org.sporos.error.InternalException;
import org.sporos.host.cpp.ItemFailure;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;

/** The contributions of type double of each kind of policy, evaluated run by run into an array. */
final class DoubleSources {

    private DoubleSources() {}

    /** Returns the contributions of a body over the policy that it is made for, if that is no league. */
    static DoubleSource of(Policy policy, KernelBody body) {
        if (body instanceof DoubleContribution.Range range) {
            return new Range(((RangePolicy) policy).begin(), range);
        } else if (body instanceof DoubleContribution.LongRange range) {
            return new LongRange(((LongRangePolicy) policy).begin(), range);
        } else if (body instanceof DoubleContribution.Range2 pairs) {
            return new Pairs((MDRangePolicy) policy, pairs);
        } else if (body instanceof DoubleContribution.Range3 triples) {
            return new Triples((MDRangePolicy) policy, triples);
        }
        throw new InternalException(body + " contributes no doubles over " + policy);
    }

    /** Returns the contributions of teams. */
    static DoubleSource of(TeamPool teams) {
        return new Teams(teams);
    }

    record Range(int begin, DoubleContribution.Range body) implements DoubleSource {
        @Override
        public void fill(long first, int n, double[] into, int at) {
            int i = (int) (begin + first);
            int k = 0;
            try {
                for (; k < n; k++) {
                    into[at + k] = body.at(i + k);
                }
            } catch (RuntimeException e) {
                throw ItemFailure.of(e, i + k);
            }
        }
    }

    private record LongRange(long begin, DoubleContribution.LongRange body) implements DoubleSource {
        @Override
        public void fill(long first, int n, double[] into, int at) {
            long i = begin + first;
            int k = 0;
            try {
                for (; k < n; k++) {
                    into[at + k] = body.at(i + k);
                }
            } catch (RuntimeException e) {
                throw ItemFailure.of(e, i + k);
            }
        }
    }

    private record Pairs(MDRangePolicy box, DoubleContribution.Range2 body) implements DoubleSource {
        @Override
        public void fill(long first, int n, double[] into, int at) {
            int length;
            for (int done = 0; done < n; done += length) {
                long position = first + done;
                length = Rows.length(box, position, n - done);
                row(Rows.i(box, position), Rows.last(box, position), length, into, at + done);
            }
        }

        private void row(int i, int j, int n, double[] into, int at) {
            int k = 0;
            try {
                for (; k < n; k++) {
                    into[at + k] = body.at(i, j + k);
                }
            } catch (RuntimeException e) {
                throw ItemFailure.of(e, i, j + k);
            }
        }
    }

    private record Triples(MDRangePolicy box, DoubleContribution.Range3 body) implements DoubleSource {
        @Override
        public void fill(long first, int n, double[] into, int at) {
            int length;
            for (int done = 0; done < n; done += length) {
                long position = first + done;
                length = Rows.length(box, position, n - done);
                row(Rows.i(box, position), Rows.j(box, position), Rows.last(box, position), length, into, at + done);
            }
        }

        private void row(int i, int j, int l, int n, double[] into, int at) {
            int k = 0;
            try {
                for (; k < n; k++) {
                    into[at + k] = body.at(i, j, l + k);
                }
            } catch (RuntimeException e) {
                throw ItemFailure.of(e, i, j, l + k);
            }
        }
    }

    private record Teams(TeamPool pool) implements DoubleSource {
        @Override
        public void fill(long first, int n, double[] into, int at) {
            Team team = pool.take();
            try {
                for (int k = 0; k < n; k++) {
                    into[at + k] = Double.longBitsToDouble(team.run((int) first + k));
                }
            } finally {
                pool.give(team);
            }
        }
    }
}
