package org.sporos.render;

import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.Access;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** The graphs whose pictures are kept. */
final class Pictures {

    private Pictures() {}

    static Graph diamond() {
        DoubleView x = DoubleView.of("x", MemorySpace.host(), 8);
        return Graph.define("diamond", root -> {
            NodeRef a = root.thenParallelFor("a", RangePolicy.of(8), i -> x.set(i, i));
            NodeRef b = a.thenParallelFor("b", RangePolicy.of(8), i -> x.set(i, 2 * x.get(i)));
            NodeRef c = a.thenParallelFor("c", RangePolicy.of(8), i -> x.set(i, 3 * x.get(i)));
            Graph.whenAll(b, c).thenParallelFor("d", RangePolicy.of(8), i -> x.set(i, i));
        });
    }

    /** A solver with a loop, a branch in it, and a nested graph that is used twice. */
    static Graph solver() {
        DoubleView x = DoubleView.of("x", MemorySpace.host(), 8);
        DoubleView y = DoubleView.of("y", MemorySpace.host(), 8);
        DoubleView norm = DoubleView.of("norm", MemorySpace.host());
        IntView passes = IntView.of("passes", MemorySpace.host());
        Graph apply = Graph.define(
                "apply A", root -> root.thenParallelFor("spmv", RangePolicy.of(8), i -> y.set(i, x.get(i))));
        Graph restart = Graph.define("restart", root -> root.thenFill("clear", y, 0.0));
        Graph nothing = Graph.define("nothing", root -> {});
        Graph pass = Graph.define("pass", root -> {
            NodeRef applied = root.thenGraph("y = A x", apply);
            NodeRef dot = applied.thenParallelReduce("dot", RangePolicy.of(8), Sum.into(norm, i -> y.get(i)));
            NodeRef axpy = applied.thenParallelFor("axpy", RangePolicy.of(8), i -> x.set(i, y.get(i)));
            Graph.whenAll(dot, axpy).thenIf("stalled?", () -> norm.get() > 1, restart, nothing);
        });
        return Graph.define("solver", root -> {
            NodeRef start = root.thenFill("zero", x, 0.0);
            NodeRef first = root.thenGraph("first A x", apply);
            NodeRef loop = Graph.whenAll(start, first)
                    .thenWhile("until converged", () -> norm.get() > 1e-8, pass, 100, passes);
            loop.thenDeepCopy("result", x, y);
            loop.thenHost("report", Access.reads(norm), () -> {});
        });
    }

    /** Labels that mean something to the languages of pictures. */
    static Graph awkward() {
        return Graph.define("a \"graph\" of <b>&amp;\n\\N #1;", root -> {
            NodeRef quotes = root.then("say \"hi\" `now` & \\n", () -> {});
            quotes.then("<script>alert('x')</script>", () -> {}).then("two\r\nlines\tand \u0000 \ud800", () -> {});
        });
    }

    static Graph empty() {
        return Graph.define("empty", root -> {});
    }

    static Graph chain(int nodes) {
        return Graph.define("chain", root -> {
            NodeRef last = root;
            for (int i = 0; i < nodes; i++) {
                last = last.then("n", () -> {});
            }
        });
    }

    static Graph wide(int nodes) {
        return Graph.define("wide", root -> {
            List<NodeRef> all = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                all.add(root.then("n", () -> {}));
            }
            Graph.whenAll(all).then("last", () -> {});
        });
    }

    /** Each node waits for about {@code edges / nodes} of those before it. */
    static Graph dense(int nodes, int edges) {
        return Graph.define("dense", root -> {
            List<NodeRef> all = new ArrayList<>();
            int each = 2 * edges / nodes;
            for (int i = 0; i < nodes / 2; i++) {
                NodeRef wait = i == 0 ? root : Graph.whenAll(all.subList(Math.max(0, all.size() - each), all.size()));
                all.add(wait.then("n", () -> {}));
            }
        });
    }
}
