package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.param.BooleanParam;
import org.sporos.param.IntParam;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

abstract class ControlFlowContract extends Contract {

    private static Graph add(IntView x, int value) {
        return Graph.define("add " + value, root -> root.then("add", () -> x.set(x.get() + value)));
    }

    @ParameterizedTest
    @CsvSource({"0, 100", "1, 1"})
    void an_if_runs_one_of_its_graphs(int condition, int expected) {
        IntView flag = intsOf("flag", condition);
        IntView x = ints("x");
        IntView y = ints("y");
        run(root -> root.thenIf("both", () -> flag.get(0) != 0, add(x, 1), add(x, 100))
                .thenIf("one", () -> flag.get(0) != 0, add(y, 7)));
        assertThat(x.toArray()).containsExactly(expected);
        assertThat(y.toArray()).containsExactly(condition * 7);
    }

    @Test
    void bodies_that_are_written_in_place_run_as_graphs_do() {
        IntView x = ints("x");
        IntView even = ints("even");
        ExecutableGraph exec = instantiate(root -> root.thenFill("zero", x, 0)
                .thenWhile(
                        "count",
                        () -> x.get() < 10,
                        body -> body.then("add", () -> x.set(x.get() + 1))
                                .thenIf(
                                        "even?",
                                        () -> x.get() % 2 == 0,
                                        yes -> yes.then("even", () -> even.set(even.get() + 1))),
                        100));
        for (int run = 1; run <= 3; run++) {
            exec.submit();
            assertThat(x.read()).isEqualTo(10);
            assertThat(even.read()).isEqualTo(5 * run);
        }
    }

    @Test
    void a_condition_sees_what_ran_before_it_in_each_run() {
        IntView x = ints("x");
        IntView odd = ints("odd");
        ExecutableGraph exec = instantiate(root ->
                root.thenGraph("add", add(x, 1)).thenIf("odd?", () -> x.get() % 2 == 1, add(odd, 1)));
        submit(exec, 9);
        space().fence();
        assertThat(odd.toArray()).containsExactly(5);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 50})
    void a_loop_makes_as_many_passes_as_its_condition_says(int wanted) {
        IntView x = ints("x");
        IntView passes = intsOf("passes", 99).subview(Slice.at(0));
        ExecutableGraph exec = instantiate(
                root -> root.thenFill("zero", x, 0).thenWhile("loop", () -> x.get() < wanted, add(x, 1), 1000, passes));
        for (int run = 0; run < 3; run++) {
            run(exec);
            assertThat(x.toArray()).containsExactly(wanted);
            assertThat(passes.toArray()).containsExactly(wanted);
        }
    }

    @Test
    @SuppressWarnings("IdentityBinaryExpression")
    void a_comparison_with_nan_makes_no_pass() {
        DoubleView nan = doublesOf("nan", Double.NaN);
        IntView x = ints("x");
        IntView passes = ints("passes");
        run(root -> {
            root.thenWhile("loop", () -> nan.get(0) > 1e-8, add(x, 1), 10, passes)
                    .thenIf("if", () -> nan.get(0) <= 1e-8, add(x, 100))
                    .thenIf("not equal", () -> nan.get(0) != nan.get(0), add(x, 1000));
        });
        assertThat(passes.toArray()).containsExactly(0);
        assertThat(x.toArray()).containsExactly(1000);
    }

    @Test
    void a_loop_that_turns_nan_ends() {
        DoubleView x = doublesOf("x", 1);
        IntView passes = ints("passes");
        Graph body = Graph.define(
                "body", root -> root.then("step", () -> x.set(0, x.get(0) >= 1e300 ? Double.NaN : x.get(0) * 1e100)));
        run(root -> root.thenWhile("loop", () -> x.get(0) > 0, body, 100, passes));
        assertThat(passes.toArray()).containsExactly(4);
        assertThat(x.toArray()[0]).isNaN();
    }

    @Test
    void more_passes_than_the_limit_are_a_failure_and_the_next_run_works() {
        IntView x = ints("x");
        IntView goal = intsOf("goal", 1000);
        IntView after = ints("after");
        Graph graph = Graph.define(
                "g",
                root -> root.thenFill("zero", x, 0)
                        .thenWhile("forever", () -> x.get() < goal.get(0), add(x, 1), 10)
                        .then("after", () -> after.set(after.get() + 1)));
        ExecutableGraph exec = instantiate(graph);
        GraphRunException failure = failure(exec);
        assertThat(failure.graph()).isEqualTo("g");
        assertThat(failure.node()).isEqualTo("forever");
        assertThat(failure)
                .hasMessageStartingWith(failure.code() + ": " + name(graph, "forever"))
                .hasMessageEndingWith(
                        " of graph 'g' has made 10 iterations and its condition still holds; allow more in"
                                + " thenWhile, or make the loop converge");
        assertThat(x.toArray()).containsExactly(10);
        goal.assign(10);
        after.assign(0);
        run(exec);
        assertThat(x.toArray()).containsExactly(10);
        assertThat(after.toArray()).containsExactly(1);
    }

    @Test
    void a_limit_of_zero_passes_lets_no_pass_happen() {
        IntView x = ints("x");
        run(root -> root.thenWhile("never", () -> x.get() > 0, add(x, 1), 0));
        assertThat(x.toArray()).containsExactly(0);
    }

    @ParameterizedTest
    @CsvSource({"-1, 0", "0, 1", "1, 10", "2, 100", "3, 0", "2147483647, 0", "-2147483648, 0"})
    void a_switch_runs_the_graph_that_its_selector_names_or_none(int index, int expected) {
        IntView selector = intsOf("selector", index);
        IntView x = ints("x");
        run(root -> root.thenSwitch("s", () -> selector.get(0), add(x, 1), add(x, 10), add(x, 100)));
        assertThat(x.toArray()).containsExactly(expected);
    }

    @Test
    void a_switch_without_cases_runs_nothing() {
        IntView x = intsOf("x", 3);
        run(root -> root.thenSwitch("s", () -> x.get(0)).then("k", () -> x.set(0, 4)));
        assertThat(x.toArray()).containsExactly(4);
    }

    /** The steps of the Collatz sequence: a loop with a branch and a switch in it. */
    @Test
    void conditionals_nest() {
        IntView n = ints("n");
        IntView steps = ints("steps");
        IntView residues = ints("residues", 3);
        Graph even = Graph.define("even", root -> root.then("halve", () -> n.set(n.get() / 2)));
        Graph odd = Graph.define("odd", root -> root.then("triple", () -> n.set(3 * n.get() + 1)));
        Graph[] cases = new Graph[3];
        for (int r = 0; r < 3; r++) {
            int residue = r;
            cases[r] = Graph.define(
                    "case " + r, root -> root.then("count", () -> residues.set(residue, residues.get(residue) + 1)));
        }
        Graph body = Graph.define(
                "body",
                root -> root.thenSwitch("residue", () -> n.get() % 3, cases)
                        .thenIf("even?", () -> n.get() % 2 == 0, even, odd)
                        .then("step", () -> steps.set(steps.get() + 1)));
        Graph outer = Graph.define(
                "outer",
                root -> root.thenIf(
                        "not one?",
                        () -> n.get() != 1,
                        Graph.define("inner", r -> r.thenWhile("collatz", () -> n.get() != 1, body, 1000))));
        run(root -> root.thenFill("start", n, 27).thenGraph("nested", outer));
        int value = 27;
        int count = 0;
        int[] expected = new int[3];
        while (value != 1) {
            expected[value % 3]++;
            value = value % 2 == 0 ? value / 2 : 3 * value + 1;
            count++;
        }
        assertThat(n.toArray()).containsExactly(1);
        assertThat(steps.toArray()).containsExactly(count);
        assertThat(residues.toArray()).isEqualTo(expected);
    }

    @Test
    void a_loop_in_a_loop_begins_anew_in_each_pass() {
        IntView i = ints("i");
        IntView j = ints("j");
        IntView count = ints("count");
        IntView passes = ints("passes");
        Graph innermost = Graph.define(
                "innermost",
                root -> root.then("j", () -> j.set(j.get() + 1)).then("count", () -> count.set(count.get() + 1)));
        Graph inner = Graph.define(
                "inner",
                root -> root.thenFill("zero", j, 0)
                        .thenWhile("j", () -> j.get() < i.get(), innermost, 100, passes)
                        .then("i", () -> i.set(i.get() + 1)));
        run(root -> root.thenWhile("i", () -> i.get() < 20, inner));
        assertThat(count.toArray()).containsExactly(190);
        assertThat(passes.toArray()).containsExactly(19);
    }

    /** A launch of this graph on CUDA never ended where the conditionals of the body were independent of each other. */
    @Test
    void a_body_holds_independent_conditionals_beside_a_kernel() {
        IntView count = ints("count");
        IntView value = ints("value");
        IntView branches = ints("branches");
        IntView cases = ints("cases");
        Graph then = Graph.define("then", root -> root.then("branch", () -> branches.set(branches.get() + 1)));
        Graph one = Graph.define("one", root -> root.then("case", () -> cases.set(cases.get() + 1)));
        Graph body = Graph.define("body", root -> {
            root.thenIf("if", () -> value.get() == 0, then);
            root.thenSwitch("none", () -> value.get());
            root.thenSwitch("switch", () -> value.get(), one);
            root.then("count", () -> count.set(count.get() + 1));
        });
        run(root -> root.thenWhile("while", () -> count.get() < 3, body, 10));
        assertThat(count.toArray()).containsExactly(3);
        assertThat(branches.toArray()).containsExactly(3);
        assertThat(cases.toArray()).containsExactly(3);
    }

    @Test
    void a_body_holds_kernels_reductions_scans_fills_copies_and_graphs() {
        DoubleView x = doubles("x", 1000);
        DoubleView y = doubles("y", 1000);
        DoubleView sum = doubles("sum");
        IntView pass = ints("pass");
        Graph nested = Graph.define(
                "nested", root -> root.thenParallelFor("one more", RangePolicy.of(1000), i -> y.set(i, y.get(i) + 1)));
        Graph body = Graph.define(
                "body",
                root -> root.thenFill("fill", x, 2.0)
                        .thenParallelScan(
                                "scan",
                                RangePolicy.of(1000),
                                i -> x.get(i),
                                (i, s) -> y.set(i, s),
                                org.sporos.graph.Scan.exclusiveDouble())
                        .thenGraph("nested", nested)
                        .thenDeepCopy("copy", x, y)
                        .thenParallelReduce("reduce", RangePolicy.of(1000), Sum.into(sum, i -> x.get(i)))
                        .then("count", () -> pass.set(pass.get() + 1)));
        run(root -> root.thenWhile("loop", () -> pass.get() < 3, body));
        assertThat(sum.toArray()).containsExactly(1_000_000);
    }

    @Test
    void a_failing_kernel_inside_of_a_loop_fails_the_run_and_ends_the_loop() {
        IntView x = ints("x", 8);
        IntView at = intsOf("at", 0);
        Graph body = Graph.define(
                "body",
                root -> root.then("walk off", () -> {
                    x.set(at.get(0), 1);
                    at.set(0, at.get(0) + 1);
                }));
        Graph graph = Graph.define("g", root -> root.thenWhile("loop", () -> at.get(0) < 1000, body));
        ExecutableGraph exec = instantiate(graph);
        GraphRunException failure = failure(exec);
        assertThat(failure.code()).isEqualTo("R301");
        assertThat(failure.graph()).isEqualTo("body");
        assertThat(failure.node()).isEqualTo("walk off");
        assertThat(failure)
                .hasMessageStartingWith("R301: " + name(body, "walk off"))
                .hasMessageContaining("view 'x'")
                .hasMessageContaining("(8)");
        assertThat(at.toArray()[0]).as("the loop ended early").isLessThan(1000);
        at.assign(1000);
        run(exec);
    }

    @Test
    void conditions_read_params() {
        IntView x = ints("x");
        BooleanParam on = BooleanParam.of("on", false);
        IntParam which = IntParam.of("which", 1);
        ExecutableGraph exec = instantiate(root -> root.thenIf("on?", () -> on.get(), add(x, 1))
                .thenSwitch("which", () -> which.get(), add(x, 10), add(x, 100)));
        exec.submit();
        on.set(true);
        which.set(0);
        run(exec);
        assertThat(x.toArray()).containsExactly(111);
    }
}
