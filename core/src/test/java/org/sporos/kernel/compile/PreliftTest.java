package org.sporos.kernel.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeRef;
import org.sporos.graph.ProgressReporter;
import org.sporos.graph.Work;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.bytecode.KernelLifter;
import org.sporos.kernel.bytecode.Lifted;
import org.sporos.kernel.ir.Kernel;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

/** Kernels of one graph that several threads lift. */
@Timeout(60)
class PreliftTest {
    private static final int N = 10;

    private static final Helpers HELPERS = new Helpers(task -> new Thread(task).start(), 2);

    private static KernelIndex index(Graph graph) {
        return KernelIndex.of(CapturedGraph.of(graph), HELPERS);
    }

    private static DoubleView view(String label) {
        return DoubleView.of(label, MemorySpace.host(), N);
    }

    private static Graph graph(RangeBody... bodies) {
        return Graph.define("graph", root -> {
            NodeRef last = root;
            for (int k = 0; k < bodies.length; k++) {
                last = last.thenParallelFor("kernel " + k, RangePolicy.of(N + k % 3), bodies[k]);
            }
        });
    }

    private static RangeBody[] right(DoubleView x, DoubleView y) {
        return new RangeBody[] {
            i -> x.set(i, y.get(i)),
            i -> x.set(i, y.get(i) + 1),
            i -> x.set(i, Math.sqrt(y.get(i))),
            i -> y.set(i, x.get(i) * x.get(0)),
            i -> {
                double[] local = new double[4];
                local[i % 4] = y.get(i);
                x.set(i, local[0] + local[1]);
            },
            i -> {
                for (int k = 0; k < 3; k++) {
                    y.set(i, y.get(i) + k);
                }
            },
        };
    }

    private static RangeBody[] wrong(DoubleView x, StringBuilder text, int[] array) {
        return new RangeBody[] {
            i -> x.set(i, text.length()),
            i -> x.set(i, i),
            i -> x.set(i, new Object().hashCode()),
            i -> x.set(i, text.capacity()),
            i -> System.out.println(i),
            i -> x.set(i, x.get(i, i)),
            i -> array[i] = 1,
        };
    }

    /** Returns what is found where each body is lifted by itself. */
    private static Lifted alone(Node node) {
        return new KernelLifter().lift(node.label(), ((Work.ParallelFor) node.work()).body());
    }

    @Test
    void facts_are_those_of_a_kernel_alone() {
        for (int round = 0; round < 3; round++) {
            Graph graph = graph(right(view("x"), view("y")));
            KernelIndex index = index(graph);
            assertThat(index.problems()).isEmpty();
            for (Node node : graph.nodes()) {
                Kernel kernel = ((Lifted.Translated) alone(node)).kernel();
                IterationSpace launch = IterationSpace.of(((Work.ParallelFor) node.work()).policy());
                KernelFacts facts = KernelFacts.of(kernel, Binding.of(kernel), launch);
                assertThat(index.of(node).get(0).facts()).hasToString(facts.toString());
            }
        }
    }

    @Test
    void problems_come_in_the_order_of_the_nodes() {
        for (int round = 0; round < 20; round++) {
            Graph graph = graph(wrong(view("x"), new StringBuilder(), new int[N]));
            List<String> expected = new ArrayList<>();
            for (Node node : graph.nodes()) {
                if (alone(node) instanceof Lifted.Refused refused) {
                    refused.problems()
                            .forEach(problem -> expected.add(problem.of(problem.kernel() + " of graph 'graph'")
                                    .toString()));
                }
            }
            List<String> found = index(graph).problems().stream()
                    .map(KernelProblem::toString)
                    .toList();
            assertThat(found).hasSizeGreaterThan(5).isEqualTo(expected);
        }
    }

    /** Whoever reads its field waits until it is initialised, but for the thread that does so. */
    private static final class Starting {
        private static final DoubleView X = view("x");
        private static final KernelIndex INDEX =
                index(graph(i -> X.set(i, 1), i -> X.set(i, 2), i -> X.set(i, 3), i -> X.set(i, 4), i -> X.set(i, 5)));
    }

    @Test
    void a_class_that_is_being_initialised_is_read_by_its_own_thread() {
        assertThat(Starting.INDEX.problems()).isEmpty();
    }

    @Test
    void a_task_that_fails_or_hangs_keeps_nobody_waiting() {
        AtomicInteger done = new AtomicInteger();
        Thread caller = Thread.currentThread();
        List<Runnable> tasks = new ArrayList<>();
        for (int k = 0; k < 8; k++) {
            tasks.add(() -> {
                done.incrementAndGet();
                while (Thread.currentThread() != caller) {
                    Thread.onSpinWait();
                    if (done.get() < 0) {
                        return;
                    }
                }
                throw new IllegalStateException("a task that fails");
            });
        }
        try {
            ParallelTasks.run(tasks, HELPERS, ProgressReporter.NONE);
            assertThat(done).hasValueBetween(0, 8);
        } finally {
            done.set(Integer.MIN_VALUE);
        }
    }
}
