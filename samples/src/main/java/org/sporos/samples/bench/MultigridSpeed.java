package org.sporos.samples.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.sporos.samples.MultigridSolver;
import org.sporos.samples.MultigridSolver.Cycle;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/**
 * Measures a solution of {@link org.sporos.samples.Multigrid} on a square, eight V cycles in one submit, on host spaces
 * beside plain Java and programs in C++. All compute the same bits, or the program ends.
 */
public final class MultigridSpeed implements AutoCloseable {
    private static final int CYCLES = 8;
    private static final int ROUNDS = 7;
    private static final List<String> SPACES =
            List.of("host", "host,threads=1", "host,kernels=native", "host,kernels=bytecode");

    private final Map<String, Supplier<Turn>> works = new LinkedHashMap<>();
    private final Map<String, Integer> checksums = new LinkedHashMap<>();
    private final List<Runnable> closing = new ArrayList<>();

    private MultigridSpeed() {}

    /**
     * Runs it.
     *
     * @param args numbers of points along a side, 63, 127, 255 and 511 by default; and counterparts, each as
     *     {@code name=command}
     */
    public static void main(String... args) throws IOException {
        List<Counterpart> others = new ArrayList<>();
        for (String arg : args) {
            if (arg.contains("=")) {
                int cut = arg.indexOf('=');
                others.add(new Counterpart(arg.substring(0, cut), arg.substring(cut + 1)));
            }
        }
        int[] given = Arrays.stream(args)
                .filter(arg -> !arg.contains("="))
                .mapToInt(Integer::parseInt)
                .toArray();
        for (int n : given.length > 0 ? given : new int[] {63, 127, 255, 511}) {
            try (MultigridSpeed speed = new MultigridSpeed()) {
                speed.addPlain("plain Java, serial", new PlainMultigrid(n, false));
                speed.addPlain("plain Java, parallel streams", new PlainMultigrid(n, true));
                SPACES.forEach(space -> speed.addSpace(space, n));
                others.forEach(other -> speed.addOther(other, "Multigrid-" + n));
                speed.checkBits();
                speed.measure(n);
            }
        }
        others.forEach(Counterpart::close);
    }

    private void addPlain(String name, PlainMultigrid plain) {
        add(name, () -> plain.solve(CYCLES), () -> checksum(plain.solution()));
    }

    private void addSpace(String name, int n) {
        ExecutionSpace space = ExecutionSpaces.open(name);
        MultigridSolver solver = new MultigridSolver(space, 2, n, Cycle.V, 0, CYCLES);
        closing.add(solver::close);
        closing.add(space::close);
        Runnable solve = () -> {
            solver.executable().submit();
            space.fence();
        };
        add("Sporos, " + name, solve, () -> checksum(solver.u()));
    }

    private void add(String name, Runnable solve, IntSupplier checksum) {
        solve.run();
        checksums.put(name, checksum.getAsInt());
        works.put(name, () -> Turn.of(solve));
    }

    private void addOther(Counterpart other, String work) {
        checksums.put(other.name(), (int) other.measure(work + "-bits", 1));
        works.put(other.name(), () -> new Turn(other.measure(work, 1), other.measure(work + "-cpu", 1)));
    }

    private void checkBits() {
        if (checksums.values().stream().distinct().count() != 1) {
            throw new IllegalStateException("the solutions have other bits; their checksums: " + checksums);
        }
    }

    /** A number of at most six digits, as a counterpart prints it. */
    static int checksum(double... values) {
        long sum = 0;
        for (double value : values) {
            sum = 31 * sum + Double.doubleToRawLongBits(value);
        }
        return (int) Long.remainderUnsigned(sum ^ sum >>> 32, 1_000_000);
    }

    private void measure(int n) {
        Turn[][] turns = Turn.inTurns(ROUNDS, List.copyOf(works.values()));
        System.out.printf(Locale.ROOT, "| %d x %d points, ms a solution | wall | CPU |%n", n, n);
        System.out.println("| --- | --- | --- |");
        int row = 0;
        for (String name : works.keySet()) {
            Turn[] mine = turns[row++];
            System.out.println("| " + name + " | " + text(mine, Turn::wall) + " | " + text(mine, Turn::cpu) + " |");
        }
        System.out.println();
    }

    /** Returns the median and the range. */
    private static String text(Turn[] turns, ToDoubleFunction<Turn> time) {
        double[] millis = Arrays.stream(turns)
                .mapToDouble(time)
                .map(micros -> micros / 1000)
                .sorted()
                .toArray();
        return String.format(
                Locale.ROOT, "%.3f (%.3f to %.3f)", Comparison.median(millis), millis[0], millis[millis.length - 1]);
    }

    @Override
    public void close() {
        closing.forEach(Runnable::run);
    }
}
