package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.UpdateResult;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemoryStatistics;
import org.sporos.view.ByteView;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Layout;
import org.sporos.view.Slice;
import org.sporos.view.ViewRing;
import org.sporos.view.Views;

/** The page on views and memory. */
final class ViewsTest extends OnASpace {
    @TempDir
    Path folder;

    @Test
    void made() {
        // snippet: views-made
        DoubleView scalar = DoubleView.of("scalar", space);
        DoubleView field = DoubleView.of("field", space, 3, 4);
        DoubleView fortran = DoubleView.of("fortran", space, Layout.LEFT, 3, 4);
        IntView primes = IntView.copyOf("primes", space, 2, 3, 5, 7);

        System.out.println(scalar.rank() + " " + field.size() + " " + field.stride(0) + " " + fortran.stride(0));
        System.out.println(Views.format(primes));
        // end
    }

    @Test
    void in_and_out() {
        // snippet: views-in-and-out
        DoubleView u = DoubleView.of("u", space, 2, 3);
        u.assign(1, 2, 3, 4, 5, 6);
        double[] values = u.toArray();

        DoubleView host = u.mirror();
        Views.deepCopy(host, u);
        host.set(0, 0, 100);
        Views.deepCopy(u, host);
        System.out.println(Views.format(u));
        // end
        assertThat(values).containsExactly(1, 2, 3, 4, 5, 6);
    }

    @Test
    void saved() throws IOException {
        DoubleView u = DoubleView.copyOf("u", space, 1, 2, 3);
        // snippet: views-saved
        Path file = folder.resolve("u.npy");
        Views.save(u, file);

        Views.fill(u, 0);
        Views.load(u, file);
        DoubleView again = DoubleView.load("again", space, file);
        System.out.println(Views.format(again));
        // end
        assertThat(u.toArray()).containsExactly(1, 2, 3);
        assertThat(again.toArray()).containsExactly(1, 2, 3);
    }

    @Test
    void time_levels() {
        int n = 5;
        // snippet: views-ring
        ViewRing<DoubleView> u = ViewRing.of(2, j -> DoubleView.of("u" + j, space, n));
        DoubleView now = u.level(0);
        DoubleView next = u.level(1);
        now.assign(0, 0, 16, 0, 0);
        Graph step = Graph.define("step", root -> {
            root.thenParallelFor(
                            "diffuse",
                            RangePolicy.of(1, n - 1),
                            i -> next.set(i, now.get(i) / 2 + (now.get(i - 1) + now.get(i + 1)) / 4))
                    .thenAdvance("turn", u);
        });
        try (ExecutableGraph exec = step.instantiate(space)) {
            exec.submit();
            exec.submit();
            System.out.println(Views.format(now));
        }
        u.close();
        // end
    }

    @Test
    void rebound() {
        int n = 3;
        // snippet: views-rebind
        DoubleView result = DoubleView.of("result", space, n);
        DoubleView spare = DoubleView.of("spare", space, n);
        Graph step = Graph.define(
                "step", root -> root.thenParallelFor("fill", RangePolicy.of(n), i -> result.set(i, 10 * i)));
        try (ExecutableGraph exec = step.instantiate(space)) {
            exec.rebind(result, spare);
            exec.submit();
            System.out.println(Views.format(result) + " " + Views.format(spare));
        }
        // end
    }

    // snippet: views-update
    static Graph scale(DoubleView u, double factor) {
        return Graph.define(
                "scale",
                root -> root.thenParallelFor("scale", RangePolicy.over(u), i -> u.set(i, factor * (u.get(i) + 1))));
    }
    // end

    @Test
    void updated() {
        DoubleView u = DoubleView.of("u", space, 3);
        // snippet: views-update-call
        try (ExecutableGraph exec = scale(u, 2).instantiate(space)) {
            exec.submit();
            System.out.println(exec.update(scale(u, 10)));
            exec.submit();
            System.out.println(Views.format(u));
            UpdateResult result = exec.update(Graph.define("zero", root -> root.thenFill("zero", u, 0)));
            System.out.println(result.isDone());
        }
        // end
    }

    @Test
    void bytes() {
        int n = 4;
        // snippet: views-bytes
        ByteView pixels = ByteView.copyOf("pixels", space, (byte) 10, (byte) 120, (byte) 130, (byte) 250);
        IntView sum = IntView.of("sum", space);
        Graph brighten = Graph.define("brighten", root -> {
            root.thenParallelFor(
                            "add",
                            RangePolicy.of(n),
                            i -> pixels.set(i, (byte) Math.min((pixels.get(i) & 0xff) + 20, 255)))
                    .thenParallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> pixels.get(i) & 0xff));
        });
        // end
        try (ExecutableGraph exec = brighten.instantiate(space)) {
            exec.submit();
        }
        assertThat(pixels.toArray()).containsExactly(30, 140, 150, 255);
        assertThat(sum.toArray()).containsExactly(575);
    }

    @Test
    void parts() {
        // snippet: views-parts
        DoubleView u = DoubleView.of("u", space, 4, 5);
        DoubleView row = u.subview(Slice.at(1), Slice.all());
        DoubleView inner = u.subview(Slice.range(1, 3), Slice.range(1, 4));
        Views.fill(u, 1);
        Views.fill(inner, 2);
        Views.fill(row, 3);
        System.out.println(Views.format(u));
        System.out.println(Views.overlap(row, inner));
        // end
    }

    @Test
    void atomics() {
        int n = 1000;
        // snippet: views-atomics
        IntView bins = IntView.of("bins", space, 4);
        Graph histogram = Graph.define("histogram", root -> {
            root.thenFill("empty", bins, 0).thenParallelFor("count", RangePolicy.of(n), i -> bins.atomicAdd(i % 4, 1));
        });
        // end
        try (ExecutableGraph exec = histogram.instantiate(space)) {
            exec.submit();
            space.fence();
        }
        assertThat(bins.toArray()).containsExactly(250, 250, 250, 250);
    }

    @Test
    void compare_and_set() {
        int n = 1000;
        // snippet: views-compare-and-set
        IntView stock = IntView.of("stock", space, 1);
        Graph fill = Graph.define("fill", root -> {
            root.thenParallelFor("fill", RangePolicy.of(n), i -> {
                int old;
                do {
                    old = stock.atomicGet(0);
                } while (!stock.atomicCompareAndSet(0, old, Math.min(old + i, 5000)));
            });
        });
        fill.run(space);
        System.out.println(Views.format(stock));
        // end
    }

    @Test
    void statistics() {
        // snippet: views-statistics
        long before = space.memorySpace().statistics().bytesInUse();
        try (DoubleView u = DoubleView.of("u", space, 1000)) {
            MemoryStatistics now = space.memorySpace().statistics();
            System.out.println(u.label() + " takes " + (now.bytesInUse() - before) + " bytes");
        }
        // end
    }

    @Test
    void a_wrong_rank() {
        // snippet: views-rank
        DoubleView host = DoubleView.of("u", space, 2, 3).mirror();
        try {
            host.set(4, 1.0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        // end
    }
}
