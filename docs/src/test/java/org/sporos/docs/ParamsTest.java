package org.sporos.docs;

import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.param.DoubleParam;
import org.sporos.view.DoubleView;

/** The page on live params. */
final class ParamsTest extends OnASpace {

    @Test
    void between_submits() {
        // snippet: params-set
        DoubleView time = DoubleView.of("time", space);
        DoubleParam dt = DoubleParam.of("dt", 0.5);
        Graph tick = Graph.define("tick", root -> root.then("add", () -> time.set(time.get() + dt.get())));

        try (ExecutableGraph exec = tick.instantiate(space)) {
            exec.submit();
            dt.set(0.25);
            exec.submit();
            dt.set(100);
            space.fence();
        }
        System.out.println(time.toArray()[0]);
        // end
    }

    @Test
    void within() {
        // snippet: params-within
        DoubleParam omega = DoubleParam.of("omega", 1.5).within(0, 2);
        try {
            omega.set(2.5);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        // end
    }
}
