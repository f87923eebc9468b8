package org.sporos.kernel.zoo;

import java.util.ArrayList;
import java.util.List;
import org.sporos.policy.*;

/** Runs an instance on the JVM, index by index in order: what every backend is compared with. */
public final class JvmRun {
    private JvmRun() {}

    /** Runs it, and returns the raw bits of what its body returned for each index; none for a void body. */
    public static List<Long> run(NamedKernel.Instance instance) {
        List<Long> results = new ArrayList<>();
        KernelBody body = instance.body();
        forEachIndex(instance.policy(), index -> {
            Object result = call(body, index, instance.policy());
            if (result != null) {
                results.add(bits(result));
            }
        });
        return results;
    }

    /** Takes the index of one work item. */
    public interface IndexAction {
        void at(long[] index);
    }

    /** Visits the indexes of a policy in row-major order; one empty index for no policy, the league rank for teams. */
    public static void forEachIndex(@org.jspecify.annotations.Nullable Policy policy, IndexAction action) {
        if (policy instanceof RangePolicy range) {
            for (int i = range.begin(); i < range.end(); i++) {
                action.at(new long[] {i});
            }
        } else if (policy instanceof LongRangePolicy range) {
            for (long i = range.begin(); i < range.end(); i++) {
                action.at(new long[] {i});
            }
        } else if (policy instanceof MDRangePolicy range) {
            boxes(range, action);
        } else if (policy instanceof TeamPolicy team) {
            for (int league = 0; league < team.league(); league++) {
                action.at(new long[] {league});
            }
        } else {
            action.at(new long[0]);
        }
    }

    private static void boxes(MDRangePolicy range, IndexAction action) {
        for (int i = range.begin(0); i < range.end(0); i++) {
            for (int j = range.begin(1); j < range.end(1); j++) {
                if (range.rank() == 2) {
                    action.at(new long[] {i, j});
                } else {
                    for (int k = range.begin(2); k < range.end(2); k++) {
                        action.at(new long[] {i, j, k});
                    }
                }
            }
        }
    }

    private static @org.jspecify.annotations.Nullable Object call(
            KernelBody body, long[] at, @org.jspecify.annotations.Nullable Policy policy) {
        int i = at.length > 0 ? (int) at[0] : 0;
        int j = at.length > 1 ? (int) at[1] : 0;
        int k = at.length > 2 ? (int) at[2] : 0;
        if (body instanceof RangeBody b) {
            b.at(i);
        } else if (body instanceof RangeBody2 b) {
            b.at(i, j);
        } else if (body instanceof RangeBody3 b) {
            b.at(i, j, k);
        } else if (body instanceof LongRangeBody b) {
            b.at(at[0]);
        } else if (body instanceof SingleBody b) {
            b.run();
        } else if (body instanceof TeamBody b) {
            b.at(new SerialTeam(i, ((TeamPolicy) policy).league()));
        } else {
            return returning(body, at, i, j, k);
        }
        return null;
    }

    private static Object returning(KernelBody body, long[] at, int i, int j, int k) {
        if (body instanceof Condition b) {
            return b.test();
        } else if (body instanceof Selector b) {
            return b.index();
        } else if (body instanceof DoubleContribution.Range b) {
            return b.at(i);
        } else if (body instanceof DoubleContribution.Range2 b) {
            return b.at(i, j);
        } else if (body instanceof DoubleContribution.Range3 b) {
            return b.at(i, j, k);
        } else if (body instanceof DoubleContribution.LongRange b) {
            return b.at(at[0]);
        } else if (body instanceof FloatContribution.Range b) {
            return b.at(i);
        } else if (body instanceof IntContribution.Range b) {
            return b.at(i);
        } else if (body instanceof LongContribution.Range b) {
            return b.at(i);
        } else if (body instanceof BooleanContribution.Range b) {
            return b.at(i);
        }
        throw new IllegalArgumentException("no run for " + body.getClass());
    }

    /** Returns the raw bits of a boxed primitive; all NaNs have one pattern, as Java leaves theirs open. */
    public static long bits(Object boxed) {
        if (boxed instanceof Double d) {
            return Double.doubleToLongBits(d);
        } else if (boxed instanceof Float f) {
            return Float.floatToIntBits(f);
        } else if (boxed instanceof Boolean b) {
            return b ? 1 : 0;
        }
        return ((Number) boxed).longValue();
    }
}
