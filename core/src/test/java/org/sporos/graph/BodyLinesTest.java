package org.sporos.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.SingleBody;

/** Nodes keep the line of the very call that defined them, also where many of one lambda were defined before. */
final class BodyLinesTest {
    private static final int MANY = 200;
    private static final RangePolicy ALL = RangePolicy.of(8);

    /** The line of the caller. */
    private static int line() {
        return StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst().orElseThrow().getLineNumber());
    }

    private static List<Node> many(Consumer<NodeRef> once) {
        return Graph.define("g", root -> {
                    for (int k = 0; k < MANY; k++) {
                        once.accept(root);
                    }
                })
                .nodes();
    }

    private static List<Integer> lines(List<Node> nodes) {
        List<Integer> lines = new ArrayList<>();
        nodes.forEach(node -> lines.add(node.where().line()));
        return lines;
    }

    @Test
    void lambdas_that_are_written_as_arguments_keep_the_line_of_their_call() {
        int here = line();
        List<Node> nodes = many(root -> {
            int two = root.hashCode();
            root.thenParallelFor("a", ALL, i -> {}).then("b", () -> {});
            root.thenParallelFor("c", ALL, i -> {
                int unused = two;
            });
        });
        for (int k = 0; k < nodes.size(); k += 3) {
            assertThat(lines(nodes.subList(k, k + 3))).containsExactly(here + 3, here + 3, here + 4);
        }
        assertThat(nodes.get(0).where()).hasToString("BodyLinesTest.java:" + (here + 3));
    }

    @Test
    void they_are_not_looked_for_again() {
        List<Node> nodes = many(root -> root.then("a", () -> {}));
        assertThat(nodes.get(MANY - 1).where()).isSameAs(nodes.get(MANY - 2).where());
        assertThat(nodes.get(0).where()).isEqualTo(nodes.get(MANY - 1).where());
    }

    @Test
    void a_lambda_in_a_variable_has_the_line_of_each_call() {
        SingleBody body = () -> {};
        int here = line();
        List<Node> nodes = many(root -> {
            root.then("a", body);
            root.then("b", body);
        });
        expectTurns(nodes, here + 2, here + 3);
    }

    @Test
    void a_lambda_that_is_made_before_the_call_has_the_line_of_each_call() {
        int here = line();
        List<Node> nodes = many(root -> {
            SingleBody body = () -> {};
            root.then("a", body);
            root.then("b", body);
        });
        expectTurns(nodes, here + 3, here + 4);
    }

    @Test
    void a_lambda_that_comes_out_of_a_choice_has_the_line_of_each_call() {
        int here = line();
        List<Node> nodes = many(root -> {
            SingleBody other = () -> {};
            root.then("a", root.hashCode() == 0 ? other : () -> {});
            root.then("b", root.hashCode() == 0 ? () -> {} : other);
        });
        expectTurns(nodes, here + 3, here + 4);
        assertThat(nodes.get(2 * MANY - 1).where())
                .isNotSameAs(nodes.get(2 * MANY - 3).where());
    }

    @Test
    void a_lambda_that_a_helper_is_given_has_the_line_of_the_helper() {
        int here = line();
        BiConsumer<NodeRef, RangeBody> helper = (root, body) -> root.thenParallelFor("h", ALL, body);
        List<Node> nodes = many(root -> {
            helper.accept(root, i -> {});
            root.thenParallelFor("a", ALL, i -> {});
        });
        expectTurns(nodes, here + 1, here + 4);
    }

    @Test
    void a_lambda_that_comes_through_a_method_reference_has_the_line_of_each_call() {
        int here = line();
        List<Node> nodes = many(root -> {
            BiConsumer<String, SingleBody> then = root::then;
            SingleBody body = () -> {};
            then.accept("a", body);
            then.accept("b", body);
        });
        expectTurns(nodes, here + 4, here + 5);
    }

    @Test
    void method_references_and_objects_have_the_line_of_each_call() {
        SingleBody object = new SingleBody() {
            @Override
            public void run() {}
        };
        int here = line();
        List<Node> nodes = many(root -> {
            root.then("a", BodyLinesTest::nothing);
            root.then("b", object);
        });
        expectTurns(nodes, here + 2, here + 3);
    }

    private static void nothing() {}

    private static void expectTurns(List<Node> nodes, int even, int odd) {
        for (int k = 0; k < nodes.size(); k += 2) {
            assertThat(lines(nodes.subList(k, k + 2))).containsExactly(even, odd);
        }
    }
}
