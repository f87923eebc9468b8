package org.sporos.host.task;

import org.sporos.error.InternalException;
import org.sporos.host.cpp.ItemFailure;
import org.sporos.policy.IntContribution;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;

/** The contributions of type int of each kind of policy, evaluated run by run into an array of longs. */
final class IntSources {

    private IntSources() {}

    /** Returns the contributions of a body over the policy that it is made for, if that is no league. */
    static LongSource of(Policy policy, KernelBody body) {
        if (body instanceof IntContribution.Range range) {
            return new Range(((RangePolicy) policy).begin(), range);
        } else if (body instanceof IntContribution.LongRange range) {
            return new LongRange(((LongRangePolicy) policy).begin(), range);
        } else if (body instanceof IntContribution.Range2 pairs) {
            return new Pairs((MDRangePolicy) policy, pairs);
        } else if (body instanceof IntContribution.Range3 triples) {
            return new Triples((MDRangePolicy) policy, triples);
        }
        throw new InternalException(body + " contributes no ints over " + policy);
    }

    private record Range(int begin, IntContribution.Range body) implements LongSource {
        @Override
        public void fill(long first, int n, long[] into, int at) {
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

    private record LongRange(long begin, IntContribution.LongRange body) implements LongSource {
        @Override
        public void fill(long first, int n, long[] into, int at) {
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

    private record Pairs(MDRangePolicy box, IntContribution.Range2 body) implements LongSource {
        @Override
        public void fill(long first, int n, long[] into, int at) {
            int length;
            for (int done = 0; done < n; done += length) {
                long position = first + done;
                length = Rows.length(box, position, n - done);
                row(Rows.i(box, position), Rows.last(box, position), length, into, at + done);
            }
        }

        private void row(int i, int j, int n, long[] into, int at) {
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

    private record Triples(MDRangePolicy box, IntContribution.Range3 body) implements LongSource {
        @Override
        public void fill(long first, int n, long[] into, int at) {
            int length;
            for (int done = 0; done < n; done += length) {
                long position = first + done;
                length = Rows.length(box, position, n - done);
                row(Rows.i(box, position), Rows.j(box, position), Rows.last(box, position), length, into, at + done);
            }
        }

        private void row(int i, int j, int l, int n, long[] into, int at) {
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
}
