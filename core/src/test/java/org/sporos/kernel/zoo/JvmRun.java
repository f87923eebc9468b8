package org.sporos.kernel.zoo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sporos.policy.*;

/** Runs an instance on the JVM, index by index in order: what every backend is compared with. */
public final class JvmRun {
    private JvmRun() {}

    /** Runs it, and returns the raw bits of what its body returned for each index; none for a void body. */
    public static List<Long> run(NamedKernel.Instance instance) {
        List<Long> results = new ArrayList<>();
        BodyCall body = BodyCall.of(instance.body());
        forEachIndex(instance.policy(), index -> {
            Object result = body.run(index, instance.policy());
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
            boxes(range, new long[0], action);
        } else if (policy instanceof TeamPolicy team) {
            for (int league = 0; league < team.league(); league++) {
                action.at(new long[] {league});
            }
        } else {
            action.at(new long[0]);
        }
    }

    private static void boxes(MDRangePolicy range, long[] outer, IndexAction action) {
        int d = outer.length;
        if (d == range.rank()) {
            action.at(outer);
            return;
        }
        for (int i = range.begin(d); i < range.end(d); i++) {
            long[] index = Arrays.copyOf(outer, d + 1);
            index[d] = i;
            boxes(range, index, action);
        }
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
