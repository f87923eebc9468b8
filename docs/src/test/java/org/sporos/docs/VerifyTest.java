package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.Graph;
import org.sporos.graph.Verification;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** The part on verification of the page on tests. */
final class VerifyTest extends OnASpace {

    @Test
    void of_a_graph() {
        int n = 1000;
        DoubleView x = DoubleView.of("x", space, n);
        DoubleView y = DoubleView.of("y", space, n);
        x.assign(new Random(1).doubles(n).toArray());
        DoubleView saved = y.mirrorView();
        Graph step = Graph.define(
                "step",
                root -> root.thenParallelFor("square", RangePolicy.of(n), i -> {
                            y.set(i, x.get(i) * x.get(i));
                        })
                        .thenParallelFor("wave", RangePolicy.of(n), i -> x.set(i, Math.sin(y.get(i))))
                        .thenHost("save", Access.reads(saved), () -> System.out.println(saved.get(0))));
        // snippet: testing-verify
        Verification found = step.verify(space);
        System.out.println(found);
        // end
        assertThat(found.isEqual()).isTrue();
        assertThat(y.toArray()).containsOnly(0);
    }
}
