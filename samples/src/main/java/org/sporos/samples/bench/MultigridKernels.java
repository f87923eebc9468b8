package org.sporos.samples.bench;

import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;

/**
 * Measures each kernel of a V cycle on a square with one thread, as C++, as bytecode and in plain Java, with three
 * forms of a red-black sweep.
 */
public final class MultigridKernels {
    private static final int ROUNDS = 7;
    private static final List<String> TIERS = List.of("native", "bytecode");

    private MultigridKernels() {}

    /**
     * Runs it.
     *
     * @param args numbers of points along a side, 127 and 511 by default
     */
    public static void main(String... args) {
        int[] sizes = args.length > 0
                ? Arrays.stream(args).mapToInt(Integer::parseInt).toArray()
                : new int[] {127, 511};
        for (int n : sizes) {
            measure(n);
        }
    }

    private static void measure(int n) {
        Map<String, Runnable> plain = new PlainMultigrid(n, false).kernels();
        List<Runnable> works = new ArrayList<>();
        List<AutoCloseable> closing = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String tier : TIERS) {
            ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=" + tier);
            new Square(space, n).kernels().forEach((name, kernel) -> {
                ExecutableGraph graph = Graph.define(name, kernel::accept).instantiate(space);
                works.add(Clock.submitted(space, graph));
                names.add(name);
                closing.add(graph);
            });
            closing.add(space);
        }
        works.addAll(plain.values());
        Turn[][] turns = Turn.inTurns(ROUNDS, works.toArray(Runnable[]::new));
        Table.head("| " + n + " x " + n + " points, ns of processor time a point | C++ | bytecode | plain Java |");
        int kernels = names.size() / TIERS.size();
        for (int k = 0; k < kernels; k++) {
            String name = names.get(k);
            String first = name.split(",")[0];
            int other = new ArrayList<>(plain.keySet()).indexOf(first);
            System.out.println("| " + name + nanos(turns[k], n) + nanos(turns[kernels + k], n)
                    + nanos(turns[2 * kernels + other], n) + " |");
        }
        closing.forEach(MultigridKernels::close);
    }

    private static String nanos(Turn[] turns, int n) {
        return String.format(Locale.ROOT, " | %.3f", Turn.median(turns, Turn::cpu) * 1000 / ((double) n * n));
    }

    private static void close(AutoCloseable some) {
        try {
            some.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The kernels of {@link org.sporos.samples.MultigridSolver}, on views with an even number of rows and columns. */
    private static final class Square {
        private final int n;
        private final double h;
        private final MDRangePolicy inside;
        private final DoubleView u;
        private final DoubleView f;
        private final DoubleView r;
        private final DoubleView coarseU;
        private final DoubleView coarseF;
        private final DoubleView pairs;
        private final DoubleView fPairs;
        private final DoubleView squares;

        Square(ExecutionSpace space, int n) {
            this.n = n;
            int half = (n + 3) / 2;
            h = 1.0 / (n + 1);
            inside = MDRangePolicy.of(n + 2, n + 2).interior(1);
            u = DoubleView.of("u", space, n + 2, n + 2);
            f = DoubleView.of("f", space, n + 2, n + 2);
            r = DoubleView.of("r", space, n + 2, n + 2);
            coarseU = DoubleView.of("coarse u", space, n / 2 + 2, n / 2 + 2);
            coarseF = DoubleView.of("coarse f", space, n / 2 + 2, n / 2 + 2);
            pairs = DoubleView.of("pairs", space, half, 2, half, 2);
            fPairs = DoubleView.of("f of pairs", space, half, 2, half, 2);
            squares = DoubleView.of("squares", space);
        }

        Map<String, Consumer<NodeRef>> kernels() {
            MDRangePolicy coarse = MDRangePolicy.of(n / 2 + 2, n / 2 + 2).interior(1);
            Map<String, Consumer<NodeRef>> all = new LinkedHashMap<>();
            all.put("relax, guard", root -> guarded(root, 0));
            all.put("relax, half a box", root -> halved(root, 0));
            all.put("relax, strided views", this::strided);
            all.put(
                    "residual",
                    root -> root.thenParallelFor("residual", inside, (i, j) -> r.set(i, j, residual(u, f, h, i, j))));
            all.put(
                    "restrict",
                    root -> root.thenParallelFor("restrict", coarse, (i, j) -> {
                        coarseU.set(i, j, 0);
                        coarseF.set(i, j, weighted(r, 2 * i, 2 * j));
                    }));
            all.put(
                    "prolong",
                    root -> root.thenParallelFor(
                            "prolong", inside, (i, j) -> u.set(i, j, u.get(i, j) + between(coarseU, i, j))));
            all.put(
                    "norm",
                    root -> root.thenParallelReduce("norm", inside, Sum.into(squares, (i, j) -> {
                        double one = residual(u, f, h, i, j);
                        return one * one;
                    })));
            return all;
        }

        private NodeRef guarded(NodeRef after, int colour) {
            return after.thenParallelFor("relax", inside, (i, j) -> {
                if ((i + j) % 2 == colour) {
                    u.set(i, j, (around(u, i, j) + h * h * f.get(i, j)) / 4);
                }
            });
        }

        /** The second index counts the points of the colour in a row. */
        private NodeRef halved(NodeRef after, int colour) {
            MDRangePolicy box = MDRangePolicy.of(new int[] {1, 0}, new int[] {n + 1, n / 2});
            return after.thenParallelFor("relax", box, (i, k) -> {
                int j = 2 * k + 1 + (i + 1 + colour) % 2;
                u.set(i, j, (around(u, i, j) + h * h * f.get(i, j)) / 4);
            });
        }

        /** The red points have two even or two odd indexes, and each of both is a view with strides of 2. */
        private NodeRef strided(NodeRef after) {
            DoubleView ee = lattice(pairs, 0, 0);
            DoubleView eo = lattice(pairs, 0, 1);
            DoubleView oe = lattice(pairs, 1, 0);
            DoubleView oo = lattice(pairs, 1, 1);
            DoubleView fe = lattice(fPairs, 0, 0);
            DoubleView fo = lattice(fPairs, 1, 1);
            int half = n / 2;
            MDRangePolicy even = MDRangePolicy.of(half + 2, half + 2).interior(1);
            MDRangePolicy odd = MDRangePolicy.of(new int[] {0, 0}, new int[] {half + 1, half + 1});
            NodeRef first = after.thenParallelFor("even", even, (i, j) -> {
                double around = oe.get(i - 1, j) + oe.get(i, j) + eo.get(i, j - 1) + eo.get(i, j);
                ee.set(i, j, (around + h * h * fe.get(i, j)) / 4);
            });
            return first.thenParallelFor("odd", odd, (i, j) -> {
                double around = eo.get(i, j) + eo.get(i + 1, j) + oe.get(i, j) + oe.get(i, j + 1);
                oo.set(i, j, (around + h * h * fo.get(i, j)) / 4);
            });
        }

        private static DoubleView lattice(DoubleView pairs, int row, int column) {
            return pairs.subview(Slice.all(), Slice.at(row), Slice.all(), Slice.at(column));
        }

        private static double around(DoubleView u, int i, int j) {
            return u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1);
        }

        private static double residual(DoubleView u, DoubleView f, double h, int i, int j) {
            return f.get(i, j) + (around(u, i, j) - 4 * u.get(i, j)) / (h * h);
        }

        private static double weighted(DoubleView r, int i, int j) {
            double corners = r.get(i - 1, j - 1) + r.get(i - 1, j + 1) + r.get(i + 1, j - 1) + r.get(i + 1, j + 1);
            return (4 * r.get(i, j) + 2 * around(r, i, j) + corners) / 16;
        }

        private static double between(DoubleView c, int i, int j) {
            double low = c.get(i / 2, j / 2) + c.get(i / 2, (j + 1) / 2);
            double high = c.get((i + 1) / 2, j / 2) + c.get((i + 1) / 2, (j + 1) / 2);
            return (low + high) / 4;
        }
    }
}
