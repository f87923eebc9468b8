package org.sporos.docs;

import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.LogicalAnd;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.Scan;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Views;

/** The page on reductions and scans. */
final class ReductionsTest extends OnASpace {

    @Test
    void several_at_once() {
        // snippet: reductions-several
        DoubleView x = DoubleView.copyOf("x", space, 3, -1, 4, -1, 5);
        DoubleView norm = DoubleView.of("norm", space);
        DoubleView lowest = DoubleView.of("lowest", space);
        LongView where = LongView.of("where", space);
        IntView finite = IntView.of("finite", space);
        Graph survey = Graph.define("survey", root -> {
            root.thenParallelReduce(
                    "all",
                    RangePolicy.of(5),
                    Sum.into(norm, i -> x.get(i) * x.get(i)),
                    MinLoc.into(lowest, where, i -> x.get(i)),
                    LogicalAnd.into(finite, i -> Double.isFinite(x.get(i))));
        });
        // end
        run(survey);
        // snippet: reductions-several-printed
        System.out.println("norm^2 " + norm.read());
        System.out.println("lowest " + lowest.read() + " at " + where.read());
        System.out.println("finite " + finite.read());
        // end
    }

    @Test
    void over_a_box() {
        DoubleView u = DoubleView.of("u", space, 3, 3);
        u.assign(1, 2, 3, 4, 9, 6, 7, 8, 5);
        DoubleView highest = DoubleView.of("highest", space);
        // snippet: reductions-box
        Graph peak = Graph.define("peak", root -> {
            root.thenParallelReduce("max", MDRangePolicy.of(3, 3), Max.into(highest, (i, j) -> u.get(i, j)));
        });
        // end
        run(peak);
        System.out.println(highest.read());
    }

    @Test
    void custom() {
        DoubleView x = DoubleView.copyOf("x", space, 3, 0, 4);
        DoubleView norm = DoubleView.of("norm", space);
        // snippet: reductions-custom
        Graph length = Graph.define("length", root -> {
            root.thenParallelReduce(
                    "hypot",
                    RangePolicy.of(3),
                    Custom.into(norm, 0.0, (a, b) -> Math.sqrt(a * a + b * b), i -> Math.abs(x.get(i))));
        });
        // end
        run(length);
        System.out.println(norm.read());
    }

    @Test
    void last() {
        // snippet: reductions-last
        IntView x = IntView.copyOf("x", space, 0, 2, 3, 0, 5);
        IntView last = IntView.of("last", space);
        Graph find = Graph.define("find", root -> {
            root.thenParallelReduce(
                    "last not zero", RangePolicy.of(5), Custom.into(last, 0, (a, b) -> b != 0 ? b : a, i -> x.get(i)));
        });
        // end
        run(find);
        System.out.println(last.read());
    }

    @Test
    void scan() {
        // snippet: scans-compact
        int n = 8;
        IntView value = IntView.copyOf("value", space, 5, -2, 7, -1, -9, 4, 0, 3);
        IntView kept = IntView.of("kept", space, n);
        Graph compact = Graph.define("compact", root -> {
            root.thenFill("clear", kept, 0)
                    .thenParallelScan(
                            "keep positive",
                            RangePolicy.of(n),
                            i -> value.get(i) > 0 ? 1 : 0,
                            (i, before) -> {
                                if (value.get(i) > 0) {
                                    kept.set(before, value.get(i));
                                }
                            },
                            Scan.exclusiveInt());
        });
        // end
        run(compact);
        System.out.println(Views.format(kept));
    }
}
