package org.sporos.samples.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
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
}
