package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Assignments in the order of the text against assignments at once. */
class ParallelCopyTest {

    private static ParallelCopy.Copy copy(String target, Expr value) {
        return new ParallelCopy.Copy("int", target, value);
    }

    private static CppNames names(int variables) {
        CppNames names = new CppNames();
        for (int v = 0; v < variables; v++) {
            assertThat(names.fresh("v" + v + "_")).isEqualTo("v" + v + "_");
        }
        return names;
    }

    /** Returns the sum of the variables of an expression of these tests. */
    private static int value(Expr expression, Map<String, Integer> variables) {
        return expression.names().stream().mapToInt(variables::get).sum();
    }

    private static void run(List<Stmt> statements, Map<String, Integer> variables) {
        for (Stmt statement : statements) {
            if (statement instanceof Stmt.Assign assign) {
                assertThat(variables).containsKey(assign.target());
                variables.put(assign.target(), value(assign.value(), variables));
            } else {
                Stmt.Define define = (Stmt.Define) statement;
                assertThat(variables.put(define.name(), value(define.value(), variables)))
                        .as("the variable before")
                        .isNull();
            }
        }
    }

    @Test
    void random_copies_are_the_same_one_after_another_as_at_once() {
        long seed = Long.getLong("sporos.seed", System.nanoTime());
        for (int round = 0; round < 500; round++) {
            Random random = new Random(seed + round);
            int count = 1 + random.nextInt(7);
            Map<String, Integer> before = new HashMap<>();
            for (int v = 0; v < count; v++) {
                before.put("v" + v + "_", 1 << v);
            }
            Map<String, Integer> expected = new HashMap<>(before);
            List<ParallelCopy.Copy> copies = new ArrayList<>();
            for (int v = 0; v < count; v++) {
                if (random.nextInt(4) > 0) {
                    Expr value = Expr.variable("v" + random.nextInt(count) + "_");
                    if (random.nextInt(3) == 0) {
                        value = Expr.binary(value, "+", Expr.SUM, Expr.variable("v" + random.nextInt(count) + "_"));
                    }
                    copies.add(copy("v" + v + "_", value));
                    expected.put("v" + v + "_", value(value, before));
                }
            }
            Map<String, Integer> after = new HashMap<>(before);
            run(ParallelCopy.inOrder(copies, names(count)), after);
            after.keySet().retainAll(before.keySet());
            assertThat(after).as("seed %s: %s", seed + round, copies).isEqualTo(expected);
        }
    }

    @Test
    void a_chain_needs_no_further_variable_and_a_circle_one() {
        Expr a = Expr.variable("a");
        Expr b = Expr.variable("b");
        Expr c = Expr.variable("c");
        assertThat(ParallelCopy.inOrder(List.of(copy("a", b), copy("b", c)), new CppNames()))
                .containsExactly(new Stmt.Assign("int", "a", b), new Stmt.Assign("int", "b", c));
        assertThat(ParallelCopy.inOrder(List.of(copy("b", c), copy("a", b)), new CppNames()))
                .containsExactly(new Stmt.Assign("int", "a", b), new Stmt.Assign("int", "b", c));
        List<Stmt> circle = ParallelCopy.inOrder(List.of(copy("a", b), copy("b", c), copy("c", a)), new CppNames());
        assertThat(circle).hasSize(4);
        assertThat(circle.stream().filter(Stmt.Define.class::isInstance)).hasSize(1);
    }

    @Test
    void a_variable_that_keeps_its_value_is_not_written() {
        assertThat(ParallelCopy.inOrder(List.of(copy("a", Expr.variable("a"))), new CppNames()))
                .isEmpty();
    }

    @Test
    void a_variable_for_a_circle_has_a_name_of_its_own() {
        CppNames names = new CppNames();
        Set<String> taken = new HashSet<>(Set.of(names.fresh("a"), names.fresh("b"), names.fresh("a_next")));
        List<Stmt> swap =
                ParallelCopy.inOrder(List.of(copy("a", Expr.variable("b")), copy("b", Expr.variable("a"))), names);
        assertThat(((Stmt.Define) swap.get(0)).name()).isNotIn(taken);
    }
}
