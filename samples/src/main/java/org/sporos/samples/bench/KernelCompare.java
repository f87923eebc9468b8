package org.sporos.samples.bench;

import static org.sporos.reduce.Reducers.Sum;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * Runs the same kernels here, in each tier of code, and in C++ with OpenMP, with and without contraction: all in turns,
 * several rounds, and prints a table of median ratios per round.
 *
 * <p>Options: {@code --cpp=PROGRAM} and {@code --strict=PROGRAM} (the built {@code kernels.cpp}), {@code --rounds=N},
 * {@code --millis=N} (of each measurement), {@code --tiers=loop+bytecode+native+auto}, {@code --warm=N} (milliseconds
 * of warm-up, in which {@code auto} selects its tier), {@code --threads=N}, {@code --best} (compares the shortest times
 * of all rounds instead of medians: for a busy machine), and the names of kernels; by default all.
 */
public final class KernelCompare {

    /** Code is slow until the JVM has compiled it, most of all the code shared by all kernels. */
    private static final int LEAST_WARM_UP = 1000;

    private static final int FIRST_WARM_UP = 5000;

    private final Options options;
    private final int rounds;
    private final int millis;
    private final int warmMillis;
    private final int threads;
    private final boolean best;
    private final List<String> tiers;
    private boolean warm;

    private KernelCompare(Options options) {
        this.options = options;
        rounds = options.number("rounds", 5);
        millis = options.number("millis", 100);
        warmMillis = options.number("warm", LEAST_WARM_UP);
        tiers = options.list("tiers", "bytecode+native");
        threads = options.number("threads", Runtime.getRuntime().availableProcessors());
        best = options.has("best");
    }

    /** Prints the table. */
    public static void main(String... args) throws IOException {
        Options options = new Options(args);
        new KernelCompare(options).besideCpp(options.words());
    }

    private void head(String... columns) {
        System.out.println("Java " + Runtime.version().feature() + ", " + threads + " threads, "
                + (best ? "shortest times" : "medians") + "\n");
        Table.head("| " + String.join(" | ", columns) + " |");
    }

    private void besideCpp(List<String> wanted) throws IOException {
        String program = options.text("cpp", "");
        if (program.isEmpty()) {
            System.out.println("skipped: no --cpp=PROGRAM and --strict=PROGRAM, which compare builds\n");
            return;
        }
        try (OpenMpSide cpp = cpp(program);
                OpenMpSide strict = cpp(options.text("strict", program))) {
            List<String> columns = new ArrayList<>(List.of("kernel", "size", "C++, us", "C++ strict"));
            columns.addAll(tiers);
            head(columns.toArray(String[]::new));
            for (ComparedKernels.Case kernel : ComparedKernels.all()) {
                if (wanted.isEmpty() || wanted.contains(kernel.name())) {
                    row(kernel, cpp, strict);
                }
            }
            System.out.println();
        }
    }

    private OpenMpSide cpp(String program) throws IOException {
        return new OpenMpSide("OMP_NUM_THREADS=" + threads, program, best ? "best" : "median");
    }

    /** Returns the time of a run in ns. */
    private double measure(OpenMpSide cpp, ComparedKernels.Case kernel) {
        return cpp.ask(kernel.name() + " " + kernel.size() + " " + millis, threads).stream()
                .mapToDouble(Double::parseDouble)
                .min()
                .orElseThrow();
    }

    private void row(ComparedKernels.Case kernel, OpenMpSide cpp, OpenMpSide strict) {
        List<MeasuredKernel> made = new ArrayList<>();
        List<List<Double>> times = new ArrayList<>();
        for (String tier : tiers) {
            made.add(new MeasuredKernel(kernel, tier, threads));
        }
        for (int side = 0; side < made.size() + 2; side++) {
            times.add(new ArrayList<>());
        }
        int warmUp = Math.max(4 * millis, warm ? warmMillis : FIRST_WARM_UP);
        warm = true;
        made.forEach(ours -> ours.time(warmUp, best));
        for (int round = 0; round < rounds; round++) {
            times.get(0).add(measure(cpp, kernel));
            times.get(1).add(measure(strict, kernel));
            for (int t = 0; t < made.size(); t++) {
                OpenMpSide.rest();
                times.get(2 + t).add(made.get(t).time(millis, best));
            }
        }
        made.forEach(MeasuredKernel::close);
        StringBuilder line = new StringBuilder("| " + kernel.name() + " | " + kernel.size() + " | ");
        line.append(
                String.format(Locale.ROOT, "%.1f |", (best ? least(times.get(0)) : Clock.median(times.get(0))) / 1000));
        for (List<Double> side : times.subList(1, times.size())) {
            line.append(String.format(Locale.ROOT, " %.2f |", ratio(times.get(0), side)));
        }
        System.out.println(line);
    }

    /** Returns the ratio of times: of the shortest times of all rounds, or the median of the ratios per round. */
    private double ratio(List<Double> theirs, List<Double> ours) {
        return best ? least(theirs) / least(ours) : Clock.ratio(theirs, ours);
    }

    private static double least(List<Double> times) {
        return times.stream().mapToDouble(t -> t).min().orElseThrow();
    }

    /** A kernel of this JVM in one tier of code, in a space of its own. */
    private static final class MeasuredKernel implements AutoCloseable {
        private final ExecutionSpace space;
        private final Kernels views;
        private final ExecutableGraph graph;

        MeasuredKernel(ComparedKernels.Case kernel, String tier, int threads) {
            space = ExecutionSpaces.open("host,threads=" + threads + ",kernels=" + tier);
            views = new Kernels(space);
            graph = kernel.graph().make(views, kernel.size()).instantiate(space);
        }

        /** Returns the median or shortest time of a submit and a fence in ns. */
        double time(int millis, boolean best) {
            List<Double> times = new ArrayList<>();
            long end = System.nanoTime() + millis * 1_000_000L;
            while (System.nanoTime() < end) {
                long before = System.nanoTime();
                graph.submit();
                space.fence();
                times.add((double) (System.nanoTime() - before));
            }
            return best ? times.stream().mapToDouble(t -> t).min().orElseThrow() : Clock.median(times);
        }

        @Override
        public void close() {
            graph.close();
            views.close();
            space.close();
        }
    }

    /** The kernels of {@link KernelCompare}, twins of those in {@code kernels.cpp}. */
    private static final class ComparedKernels {
        private static final int SMALL = 16_384;
        private static final int LARGE = 4_000_000;
        private static final int DIAGONALS = 5;

        private ComparedKernels() {}

        /** A kernel of a size: the number of elements, or the side of a square or cube. */
        record Case(String name, int size, Maker graph) {}

        /** A factory of a kernel's graph for a size. */
        interface Maker {
            Graph make(Kernels kernels, int n);
        }

        static List<Case> all() {
            return List.of(
                    new Case("axpy", SMALL, Kernels::axpy),
                    new Case("axpy", LARGE, Kernels::axpy),
                    new Case("axpy-inside", 128, ComparedKernels::inside),
                    new Case("axpy-inside", 2000, ComparedKernels::inside),
                    new Case("triad", SMALL, ComparedKernels::triad),
                    new Case("triad", LARGE, ComparedKernels::triad),
                    new Case("dot", SMALL, Kernels::dot),
                    new Case("dot", LARGE, Kernels::dot),
                    new Case("five-point", 128, Kernels::stencil5),
                    new Case("five-point", 2000, Kernels::stencil5),
                    new Case("27-point", 24, Kernels::stencil27),
                    new Case("27-point", 160, Kernels::stencil27),
                    new Case("spmv", SMALL, ComparedKernels::spmv),
                    new Case("spmv", LARGE / 4, ComparedKernels::spmv),
                    new Case("n-body", 512, ComparedKernels::nbody),
                    new Case("n-body", 4096, ComparedKernels::nbody),
                    new Case("exp*sin", SMALL, Kernels::strictWaves),
                    new Case("exp*sin", LARGE, Kernels::strictWaves),
                    new Case("exp*sin-of-Math", SMALL, Kernels::waves),
                    new Case("exp*sin-of-Math", LARGE, Kernels::waves),
                    new Case("chain-of-10-axpy", 1_000_000, ComparedKernels::chain),
                    new Case("chain-apart", 1_000_000, ComparedKernels::chain),
                    new Case("cg-step", 1000, ComparedKernels::cg));
        }

        /** Pointwise in two dimensions, except for a border. */
        private static Graph inside(Kernels kernels, int m) {
            DoubleView x = kernels.doubles("x", 1, m, m);
            DoubleView y = kernels.doubles("y", 2, m, m);
            double a = 1e-9;
            MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 1}, new int[] {m - 1, m - 1});
            return Graph.define(
                    "axpy",
                    root -> root.thenParallelFor("axpy", inside, (i, j) -> y.set(i, j, y.get(i, j) + a * x.get(i, j))));
        }

        private static Graph triad(Kernels kernels, int n) {
            DoubleView x = kernels.doubles("x", 1, n);
            DoubleView y = kernels.doubles("y", 2, n);
            DoubleView z = kernels.doubles("z", 0, n);
            return Graph.define(
                    "triad",
                    root -> root.thenParallelFor("triad", RangePolicy.of(n), i -> z.set(i, x.get(i) + 3.0 * y.get(i))));
        }

        private static Graph spmv(Kernels kernels, int n) {
            IntView rows = kernels.ints("rows", n + 1);
            IntView columns = kernels.ints("columns", (long) DIAGONALS * n);
            DoubleView values = kernels.doubles("values", 0, (long) DIAGONALS * n);
            for (int i = 0, at = 0; i < n; i++) {
                for (int k = -2; k <= 2; k++) {
                    columns.set(at, (i + k * 37 + n) % n);
                    values.set(at++, 1.0 / (3 + k));
                }
                rows.set(i + 1, at);
            }
            return kernels.product("spmv", n, rows, columns, values);
        }

        private static Graph nbody(Kernels kernels, int n) {
            DoubleView x = kernels.doubles("x", 0, n);
            DoubleView y = kernels.doubles("y", 0, n);
            DoubleView f = kernels.doubles("f", 0, n);
            DoubleView g = kernels.doubles("g", 0, n);
            for (int i = 0; i < n; i++) {
                x.set(i, i * 0.37);
                y.set(i, i * 0.11);
            }
            return Graph.define(
                    "bodies",
                    root -> root.thenParallelFor("bodies", RangePolicy.of(n), i -> {
                        double u = 0;
                        double v = 0;
                        for (int j = 0; j < n; j++) {
                            double p = x.get(j) - x.get(i);
                            double q = y.get(j) - y.get(i);
                            double r = p * p + q * q + 1e-3;
                            double s = 1.0 / (r * Math.sqrt(r));
                            u += p * s;
                            v += q * s;
                        }
                        f.set(i, u);
                        g.set(i, v);
                    }));
        }

        private static Graph chain(Kernels kernels, int n) {
            DoubleView x = kernels.doubles("x", 1, n);
            DoubleView y = kernels.doubles("y", 2, n);
            return Graph.define("chain", root -> {
                NodeRef last = root;
                for (int k = 1; k <= 10; k++) {
                    double a = 1e-9 * k;
                    last = last.thenParallelFor("axpy", RangePolicy.of(n), i -> y.set(i, y.get(i) + a * x.get(i)));
                }
            });
        }

        /**
         * A step of conjugate gradients on a five-point stencil, over vectors with a border of zeros. The steps are so
         * small that thousands of them hardly change the numbers: each costs as much as the first.
         */
        private static Graph cg(Kernels kernels, int m) {
            int side = m + 2;
            int n = side * side;
            DoubleView p = kernels.doubles("p", 0, n);
            DoubleView q = kernels.doubles("q", 0, n);
            DoubleView x = kernels.doubles("x", 0, n);
            DoubleView r = kernels.doubles("r", 0, n);
            for (int i = 1; i <= m; i++) {
                for (int j = 1; j <= m; j++) {
                    p.set(i * side + j, 1 + (i + j) % 3);
                    r.set(i * side + j, 1 + (i + j) % 3);
                }
            }
            DoubleView pq = kernels.doubles("pq", 0);
            DoubleView rr = kernels.doubles("rr", 0);
            MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 1}, new int[] {m + 1, m + 1});
            RangePolicy all = RangePolicy.of(n);
            return Graph.define(
                    "cg",
                    root -> root.thenParallelFor("A p", inside, (i, j) -> {
                                int k = i * side + j;
                                q.set(
                                        k,
                                        4 * p.get(k) - p.get(k - side) - p.get(k + side) - p.get(k - 1) - p.get(k + 1));
                            })
                            .thenParallelReduce("p q", all, Sum.into(pq, k -> p.get(k) * q.get(k)))
                            .thenParallelFor("x", all, k -> x.set(k, x.get(k) + 1e-9 / pq.get() * p.get(k)))
                            .thenParallelFor("r", all, k -> r.set(k, r.get(k) - 1e-9 / pq.get() * q.get(k)))
                            .thenParallelReduce("r r", all, Sum.into(rr, k -> r.get(k) * r.get(k)))
                            .thenParallelFor("p", all, k -> p.set(k, r.get(k) + 1e-9 / rr.get() * p.get(k))));
        }
    }
}
