package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.sporos.graph.Graph;
import org.sporos.space.ExecutionSpace;
import org.sporos.testing.OnEachSpace;
import org.sporos.view.DoubleView;

/** The part on each space of the page on tests. */
final class EachSpaceTest {

    // snippet: testing-each-space
    @OnEachSpace
    void smoothing_keeps_a_constant(ExecutionSpace space) {
        double[] ones = new double[1000];
        Arrays.fill(ones, 1);
        try (DoubleView from = DoubleView.copyOf("from", space, ones);
                DoubleView to = DoubleView.copyOf("to", space, ones)) {
            Graph smoother = SmootherTest.smoother(from, to);
            smoother.run(space);
            assertThat(to.toArray()).isEqualTo(ones);
            assertThat(smoother.verify(space).isEqual()).isTrue();
        }
    }
    // end
}
