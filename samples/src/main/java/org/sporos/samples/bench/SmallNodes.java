package org.sporos.samples.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.sporos.samples.MultigridSolver;
import org.sporos.samples.MultigridSolver.Cycle;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/**
 * Measures codes with graphs of many small nodes, on host spaces beside plain Java and programs in C++. All must
 * compute the same bits, or the program ends.
 */
public final class SmallNodes implements AutoCloseable {
    /** The codes by name. */
    static final Map<String, Kind> KINDS = kinds();

    /** The number of runs before solutions are compared: a step must also be right after another one. */
    private static final int COMPARED_RUNS = 3;

    private static final int ROUNDS = 5;
    private static final long TURN_NANOS = 150_000_000L;
    private static final List<String> SPACES =
            List.of("host", "host,threads=1", "host,kernels=native", "host,kernels=bytecode");

    private final Map<String, Supplier<Turn>> ways = new LinkedHashMap<>();
    private final Map<String, Integer> checksums = new LinkedHashMap<>();
    private final List<Runnable> closing = new ArrayList<>();

    private SmallNodes() {}

    private static Map<String, Kind> kinds() {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        kinds.put("Multigrid", new Kind(SmallNodes::multigrid, PlainMultigrid::new, List.of(63, 255)));
        kinds.put("FiniteVolume", new Kind(FiniteVolume::on, FiniteVolume::new, List.of(16, 64)));
        kinds.put("TriangularSolve", new Kind(TriangularSolve::on, TriangularSolve::new, List.of(63, 255)));
        kinds.put("TreeMoments", new Kind(TreeMoments::on, TreeMoments::new, List.of(6, 8)));
        kinds.put("LoopOfNodes", new Kind(LoopOfNodes::on, LoopOfNodes::new, List.of(64, 4096)));
        return kinds;
    }

    /** Eight V cycles for n x n points. */
    private static Code multigrid(ExecutionSpace space, int n) {
        MultigridSolver solver = new MultigridSolver(space, 2, n, Cycle.V, 0, PlainMultigrid.CYCLES);
        return new Submitted(space, solver.executable(), solver::u, solver::close);
    }

    /**
     * Runs it.
     *
     * @param args codes with sizes such as {@code Multigrid-511}, each code with two sizes by default; and counterparts,
     *     each as {@code name=command}
     */
    public static void main(String... args) throws IOException {
        List<Counterpart> others = new ArrayList<>();
        List<String> works = new ArrayList<>();
        for (String arg : args) {
            if (arg.contains("=")) {
                others.add(Counterpart.of(arg));
            } else {
                works.add(arg);
            }
        }
        if (works.isEmpty()) {
            KINDS.forEach((name, kind) ->
                    kind.sizes().stream().map(size -> name + "-" + size).forEach(works::add));
        }
        for (String work : works) {
            try (SmallNodes nodes = new SmallNodes()) {
                nodes.measure(work, others);
            }
        }
        others.forEach(Counterpart::close);
    }

    private void measure(String work, List<Counterpart> others) {
        int cut = work.lastIndexOf('-');
        Kind kind = work.matches(".*-[1-9][0-9]{0,4}") ? KINDS.get(work.substring(0, cut)) : null;
        if (kind == null) {
            throw new IllegalArgumentException(
                    "'" + work + "' is not of the form code-size; codes are " + String.join(", ", KINDS.keySet()));
        }
        int size = Integer.parseInt(work.substring(cut + 1));
        add("plain Java, serial", kind.plain().apply(size, false));
        add("plain Java, parallel streams", kind.plain().apply(size, true));
        for (String name : SPACES) {
            ExecutionSpace space = ExecutionSpaces.open(name);
            add("Sporos, " + name, kind.sporos().apply(space, size));
            closing.add(space::close);
        }
        others.forEach(other -> add(other, work));
        checkBits(work, checksums);
        print(work);
    }

    static void checkBits(String work, Map<String, Integer> checksums) {
        if (checksums.values().stream().distinct().count() != 1) {
            throw new IllegalStateException(
                    "the solutions of " + work + " have other bits; their checksums: " + checksums);
        }
    }

    private void add(String name, Code code) {
        closing.add(code::close);
        checksums.put(name, checksum(code));
        ways.put(name, () -> Turn.of(code::run, TURN_NANOS));
    }

    private void add(Counterpart other, String work) {
        double checksum = other.measure(work + "-bits", 1);
        if (!Double.isNaN(checksum)) {
            checksums.put(other.name(), (int) checksum);
            ways.put(other.name(), () -> new Turn(other.measure(work, 1), other.measure(work + "-cpu", 1)));
        }
    }

    /** Runs a new code a few times, and returns a checksum of at most six digits, as printed by a counterpart. */
    static int checksum(Code code) {
        for (int run = 0; run < COMPARED_RUNS; run++) {
            code.run();
        }
        long sum = 0;
        for (double value : code.solution()) {
            sum = 31 * sum + Double.doubleToRawLongBits(value);
        }
        return (int) Long.remainderUnsigned(sum ^ sum >>> 32, 1_000_000);
    }

    private void print(String work) {
        Turn[][] turns = Turn.inTurns(ROUNDS, List.copyOf(ways.values()));
        Table.head("| " + work + ", us a run | wall | CPU |");
        int row = 0;
        for (String name : ways.keySet()) {
            Turn[] mine = turns[row++];
            System.out.println("| " + name + " | " + text(mine, Turn::wall) + " | " + text(mine, Turn::cpu) + " |");
        }
        System.out.println();
    }

    /** Returns the median and the range. */
    private static String text(Turn[] turns, ToDoubleFunction<Turn> time) {
        double[] micros = Arrays.stream(turns).mapToDouble(time).sorted().toArray();
        return String.format(
                Locale.ROOT, "%.1f (%.1f to %.1f)", Clock.median(micros), micros[0], micros[micros.length - 1]);
    }

    @Override
    public void close() {
        closing.forEach(Runnable::run);
    }

    /**
     * A code in two implementations.
     *
     * @param sporos creates it for a space and a size
     * @param plain creates it in plain Java for a size, parallel or serial
     * @param sizes the default sizes: one with tiny nodes and a larger one
     */
    record Kind(
            BiFunction<ExecutionSpace, Integer, Code> sporos,
            BiFunction<Integer, Boolean, Code> plain,
            List<Integer> sizes) {}

    /**
     * The V cycles of {@link org.sporos.samples.Multigrid} on a square in plain Java, serial or with parallel streams.
     */
    private static final class PlainMultigrid extends PlainCode {
        /** The number of V cycles in a solution. */
        static final int CYCLES = 8;

        private final List<Grid> grids = new ArrayList<>();
        private double norm;

        PlainMultigrid(int n, boolean parallel) {
            super(parallel);
            for (int points = n; points >= 1; points /= 2) {
                grids.add(new Grid(points));
            }
            Grid fine = grids.get(0);
            each(1, n + 1, i -> {
                for (int j = 1; j <= n; j++) {
                    double x = i * fine.h;
                    double y = j * fine.h;
                    fine.f[i * fine.width + j] = bend(x) * hill(y) + hill(x) * bend(y);
                }
            });
        }

        private static double hill(double x) {
            return x * x * (1 - x * x);
        }

        private static double bend(double x) {
            return 12 * x * x - 2;
        }

        /** Solves again; the norm of the residual is computed in each cycle, as in a solver. */
        @Override
        public void run() {
            Grid fine = grids.get(0);
            Arrays.fill(fine.u, 0);
            norm = norm(fine);
            for (int cycle = 0; cycle < CYCLES; cycle++) {
                vCycle(0);
                norm = norm(fine);
            }
        }

        /** Returns the solution, including the boundary zeros. */
        @Override
        public double[] solution() {
            return grids.get(0).u;
        }

        private void vCycle(int level) {
            Grid fine = grids.get(level);
            if (fine.n == 1) {
                relax(fine, 0);
                return;
            }
            Grid coarse = grids.get(level + 1);
            relax(fine, 0);
            relax(fine, 1);
            residual(fine);
            restrict(fine, coarse);
            vCycle(level + 1);
            prolong(coarse, fine);
            relax(fine, 0);
            relax(fine, 1);
        }

        private void relax(Grid g, int colour) {
            double[] u = g.u;
            double[] f = g.f;
            int n = g.n;
            int w = g.width;
            double h2 = g.h * g.h;
            each(1, n + 1, i -> {
                for (int j = 1 + (i + 1 + colour) % 2; j <= n; j += 2) {
                    int at = i * w + j;
                    u[at] = (u[at - w] + u[at + w] + u[at - 1] + u[at + 1] + h2 * f[at]) / 4;
                }
            });
        }

        private void residual(Grid g) {
            double[] r = g.r;
            each(1, g.n + 1, i -> {
                for (int j = 1; j <= g.n; j++) {
                    r[i * g.width + j] = g.residual(i * g.width + j);
                }
            });
        }

        private double norm(Grid g) {
            IntToDoubleFunction row = i -> {
                double sum = 0;
                for (int j = 1; j <= g.n; j++) {
                    double r = g.residual(i * g.width + j);
                    sum += r * r;
                }
                return sum;
            };
            if (parallel) {
                return Math.sqrt(IntStream.rangeClosed(1, g.n)
                        .parallel()
                        .mapToDouble(row)
                        .sum());
            }
            double sum = 0;
            for (int i = 1; i <= g.n; i++) {
                sum += row.applyAsDouble(i);
            }
            return Math.sqrt(sum);
        }

        private void restrict(Grid fine, Grid coarse) {
            double[] r = fine.r;
            int w = fine.width;
            each(1, coarse.n + 1, i -> {
                for (int j = 1; j <= coarse.n; j++) {
                    int at = 2 * i * w + 2 * j;
                    double corners = r[at - w - 1] + r[at - w + 1] + r[at + w - 1] + r[at + w + 1];
                    double sides = r[at - w] + r[at + w] + r[at - 1] + r[at + 1];
                    coarse.u[i * coarse.width + j] = 0;
                    coarse.f[i * coarse.width + j] = (4 * r[at] + 2 * sides + corners) / 16;
                }
            });
        }

        private void prolong(Grid coarse, Grid fine) {
            double[] c = coarse.u;
            each(1, fine.n + 1, i -> {
                int low = i / 2 * coarse.width;
                int high = (i + 1) / 2 * coarse.width;
                for (int j = 1; j <= fine.n; j++) {
                    int left = j / 2;
                    int right = (j + 1) / 2;
                    fine.u[i * fine.width + j] +=
                            (c[low + left] + c[low + right] + (c[high + left] + c[high + right])) / 4;
                }
            });
        }

        private static final class Grid {
            private final int n;
            private final int width;
            private final double h;
            private final double[] u;
            private final double[] f;
            private final double[] r;

            Grid(int n) {
                this.n = n;
                width = n + 2;
                h = 1.0 / (n + 1);
                u = new double[width * width];
                f = new double[width * width];
                r = new double[width * width];
            }

            double residual(int at) {
                return f[at] + (u[at - width] + u[at + width] + u[at - 1] + u[at + 1] - 4 * u[at]) / (h * h);
            }
        }
    }
}
