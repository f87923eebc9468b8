package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.InstantiationListener;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Submission;
import org.sporos.policy.RangePolicy;
import org.sporos.render.Mermaid;
import org.sporos.view.DoubleView;

/** The page on the three phases. */
final class PhasesTest extends OnASpace {

    @Test
    void define() {
        int n = 100;
        DoubleView x = DoubleView.of("x", space, n);
        DoubleView y = DoubleView.of("y", space, n);
        // snippet: phases-define
        Graph step = Graph.define("step", root -> {
            NodeRef left = root.thenParallelFor("left", RangePolicy.of(n), i -> x.set(i, i));
            NodeRef right = root.thenFill("right", y, 1.0);
            Graph.whenAll(left, right).thenParallelFor("add", RangePolicy.of(n), i -> x.set(i, x.get(i) + y.get(i)));
        });

        System.out.println(step);
        step.nodes().forEach(System.out::println);
        // end
    }

    @Test
    void picture() {
        DoubleView x = DoubleView.of("x", space, 10);
        DoubleView y = DoubleView.of("y", space, 10);
        Graph step = Graph.define("step", root -> {
            NodeRef left = root.thenParallelFor("left", RangePolicy.of(10), i -> x.set(i, i));
            NodeRef right = root.thenFill("right", y, 1.0);
            Graph.whenAll(left, right).thenParallelFor("add", RangePolicy.of(10), i -> x.set(i, x.get(i) + y.get(i)));
        });
        // snippet: phases-picture
        System.out.println(Mermaid.of(step));
        // end
        KeptPicture.compare("PhasesTest.picture", step);
    }

    @Test
    void instantiate_and_submit() {
        DoubleView x = DoubleView.of("x", space, 10);
        Graph step = Graph.define("step", root -> {
            root.thenParallelFor("add", RangePolicy.of(10), i -> x.set(i, x.get(i) + 1));
        });
        // snippet: phases-submit
        try (ExecutableGraph exec = step.instantiate(space)) {
            for (int t = 0; t < 1000; t++) {
                exec.submit();
            }
            space.fence();
        }
        // end
        assertThat(x.toArray()).containsOnly(1000.0);
    }

    @Test
    void tracked() {
        DoubleView x = DoubleView.of("x", space, 10);
        Graph step = Graph.define("step", root -> root.thenFill("fill", x, 1));
        // snippet: phases-tracked
        try (ExecutableGraph exec = step.instantiate(space)) {
            Submission run = exec.submitTracked();
            run.await();
            System.out.println(run.isDone() + " " + run.failure().isEmpty());
        }
        // end
    }

    @Test
    void a_late_node() {
        DoubleView x = DoubleView.of("x", space, 10);
        // snippet: phases-late
        NodeRef[] kept = new NodeRef[1];
        Graph.define("step", root -> kept[0] = root.thenFill("zero", x, 0));
        try {
            kept[0].thenFill("one", x, 1);
        } catch (GraphException e) {
            System.out.println(e.getMessage());
        }
        // end
    }

    @Test
    void telling() {
        DoubleView x = DoubleView.of("x", space, 10);
        Graph step = Graph.define("step", root -> {
            NodeRef grow = root.thenParallelFor("grow", RangePolicy.of(10), i -> x.set(i, x.get(i) + i));
            grow.thenParallelFor("turn", RangePolicy.of(5), i -> x.set(i, x.get(9 - i)));
        });
        // snippet: phases-telling
        InstantiationListener listener = progress -> {
            if (progress.kernels() > 0) {
                System.out.println(progress.step() + ": " + progress.kernel() + " of " + progress.kernels());
            }
        };
        try (ExecutableGraph exec = step.instantiate(space, InstantiateOption.onProgress(listener))) {
            exec.submit();
            space.fence();
        }
        // end
    }
}
