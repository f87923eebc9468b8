package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.param.DoubleParam;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionStream;
import org.sporos.space.ExternalSemaphore;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;
import org.sporos.view.Views;

/** Labels are any strings. What shows them shows no line that a label made up, and no more than a screen of it. */
abstract class LabelContract extends Contract {
    private static final String FORGED = "\nS999: forged \u001b[2J\u2028\u202e\r\u0000" + "x".repeat(1_000_000);
    private static final int LONGEST = 20_000;

    private final List<Throwable> thrown = new ArrayList<>();

    private static String forged(String label) {
        return label + FORGED;
    }

    private void wrong(Runnable use) {
        Throwable failure = catchThrowable(use::run);
        assertThat(failure).isNotNull();
        thrown.add(failure);
    }

    private static void assertHarmless(String text) {
        assertThat(text.length()).isLessThan(LONGEST);
        for (char c : "\u001b\u2028\u202e\r\0".toCharArray()) {
            assertThat(text.indexOf(c)).as("\\u%04x", (int) c).isNegative();
        }
        assertThat(text.lines()).noneMatch(line -> line.startsWith("S999"));
    }

    /** Each text shows at least one label that would forge a line, and shows it in one. */
    private void assertAllHarmless() {
        for (Throwable failure : thrown) {
            for (Throwable at = failure; at != null; at = at.getCause()) {
                assertHarmless(at.toString());
            }
            assertThat(failure.getMessage()).contains("\\nS999: forged");
        }
    }

    @Test
    void errors_of_definitions_and_values_show_labels_in_one_line() {
        NodeRef[] kept = new NodeRef[1];
        DoubleView v = doubles(forged("v"), 4);
        wrong(() -> Graph.define(forged("g"), root -> root.then(null, () -> {})));
        wrong(() -> Graph.define(forged("g"), root -> root.thenDeepCopy(forged("copy"), null, v)));
        wrong(() -> Graph.define("g", root -> root.thenParallelReduce(forged("empty"), RangePolicy.of(3))));
        wrong(() -> Graph.define(
                "g",
                root -> root.thenParallelReduce(
                        forged("sum"), LongRangePolicy.of(3), Sum.into(doubles("s"), i -> 1.0))));
        Graph.define(forged("closed"), root -> kept[0] = root.thenFill("zero", v, 0));
        wrong(() -> kept[0].thenFill(forged("late"), v, 1));
        wrong(() -> Graph.define(forged("other"), root -> Graph.whenAll(kept[0], root.thenFill("fill", v, 0))));
        wrong(() -> v.extent(7));
        wrong(() -> v.subview(Slice.range(3, 9)));
        wrong(() -> v.subview());
        wrong(() -> v.assign(1, 2));
        wrong(() -> doubles(forged("negative"), -1));
        wrong(() -> Views.deepCopy(v, doubles("w", 5)));
        wrong(() -> DoubleParam.of(forged("dt"), 1).within(0, 2).set(9));
        wrong(() -> ExternalSemaphore.ofFileDescriptor(forged("done"), -1));
        assertAllHarmless();
    }

    @Test
    void violations_show_labels_in_one_line() {
        DoubleView v = doubles(forged("v"), 4);
        DoubleView w = doubles(forged("w"), 5);
        wrong(() -> instantiate(Graph.define(forged("race"), root -> {
            root.thenParallelFor(forged("one"), RangePolicy.of(4), i -> v.set(i, 1));
            root.thenParallelFor(forged("two"), RangePolicy.of(4), i -> v.set(i, 2));
        })));
        wrong(() -> instantiate(Graph.define(
                forged("g"), root -> root.thenParallelFor(forged("out"), RangePolicy.of(9), i -> v.set(i, 1)))));
        wrong(() -> instantiate(Graph.define(
                forged("g"), root -> root.thenParallelFor(forged("same"), RangePolicy.of(4), i -> v.set(0, i)))));
        wrong(() -> instantiate(Graph.define(forged("g"), root -> root.thenDeepCopy(forged("copy"), v, w))));
        wrong(() -> instantiate(Graph.define(
                forged("g"),
                root -> root.thenParallelFor(forged("random"), RangePolicy.of(4), i -> v.set(i, Math.random())))));
        wrong(() -> instantiate(Graph.define(forged("g"), root -> root.thenFree(forged("free"), w))));
        w.close();
        wrong(() -> instantiate(Graph.define(forged("g"), root -> root.thenFill(forged("fill"), w, 1))));
        assertAllHarmless();
    }

    @Test
    void failures_of_runs_show_labels_in_one_line() {
        DoubleView v = doubles(forged("v"), 4);
        IntView at = intsOf(forged("at"), 77, 0);
        IntView flag = intsOf(forged("flag"), 1);
        ExecutableGraph out = instantiate(Graph.define(
                forged("g"), root -> root.thenParallelFor(forged("out"), RangePolicy.of(1), i -> v.set(at.get(i), 1))));
        out.submit();
        thrown.add(failure());
        ExecutableGraph zero = instantiate(Graph.define(
                forged("g"),
                root -> root.thenParallelFor(forged("zero"), RangePolicy.of(1), i -> at.set(i, 3 / at.get(1)))));
        zero.submit();
        thrown.add(failure());
        ExecutableGraph host = instantiate(Graph.define(
                forged("g"),
                root -> root.thenHost(forged("host"), Access.reads(), () -> {
                    throw new UnsupportedOperationException("not today");
                })));
        host.submit();
        thrown.add(failure());
        ExecutableGraph loop = instantiate(Graph.define(
                forged("g"),
                root -> root.thenWhile(
                        forged("loop"),
                        () -> flag.get(0) == 1,
                        Graph.define(forged("body"), body -> body.thenFill(forged("fill"), v, 1)),
                        3)));
        loop.submit();
        thrown.add(failure());
        loop.close();
        wrong(loop::submit);
        ExecutionStream closed = space().stream(forged("stream"));
        closed.close();
        wrong(() -> host.submit(closed));
        assertAllHarmless();
    }

    @Test
    void explanations_and_names_show_labels_in_one_line() {
        DoubleView v = doubles(forged("v"), 4);
        Graph graph = Graph.define(forged("g"), root -> {
            root.thenParallelFor(forged("a"), RangePolicy.of(4), i -> v.set(i, i))
                    .thenParallelFor(forged("b"), RangePolicy.of(4), i -> v.set(i, 2 * v.get(i)))
                    .thenGraph(forged("c"), Graph.define(forged("inner"), in -> in.thenFill(forged("d"), v, 1)))
                    .thenHost(forged("e"), Access.reads(), () -> {});
        });
        ExecutableGraph exec = instantiate(graph);
        run(exec);
        String explained = exec.explain(ExplainOption.WITH_CODE);
        assertThat(explained).contains("\\nS999: forged");
        assertHarmless(explained);
        assertHarmless(graph.toString());
        graph.nodes().forEach(node -> assertHarmless(node.toString()));
        assertHarmless(v.toString());
        assertHarmless(DoubleParam.of(forged("dt"), 1).toString());
        assertHarmless(org.sporos.space.Event.of(forged("event")).toString());
        assertHarmless(ExternalSemaphore.inProcess(forged("semaphore")).toString());
    }
}
