package org.sporos.samples.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.regex.Pattern;

/**
 * Measures work by Sporos and by counterparts in turn, round after round, so that disturbances affect all alike, and
 * prints the medians of the rounds and their ratios as a Markdown table. Used by one thread.
 */
final class Comparison implements AutoCloseable {
    private static final String ONLY = "--only=";
    private static final int ROUNDS = 7;
    private static final long WARM_UP_NANOS = 2_000_000_000L;

    private final String own;
    private final Pattern only;
    private final List<Counterpart> counterparts = new ArrayList<>();

    /**
     * Begins a table.
     *
     * @param own the heading of the column of Sporos
     * @param args the counterparts, if any, each as {@code name=command}; and {@code --only=regex} to measure only work
     * with matching names
     */
    Comparison(String own, String... args) throws IOException {
        this.own = own;
        Pattern rows = Pattern.compile(".*");
        for (String arg : args) {
            if (arg.startsWith(ONLY)) {
                rows = Pattern.compile(arg.substring(ONLY.length()));
            } else {
                counterparts.add(Counterpart.of(arg));
            }
        }
        this.only = rows;
    }

    /** Prints the head of the table. */
    void head() {
        StringBuilder head = new StringBuilder("| us | ").append(own);
        for (Counterpart other : counterparts) {
            head.append(" | ").append(other.name()).append(" | ratio");
        }
        Table.head(head.append(" |").toString());
    }

    /** Returns whether work with a name is measured. */
    boolean has(String work) {
        return only.matcher(work).matches();
    }

    /**
     * Compares a number of the result with those of all counterparts that know the work.
     *
     * @throws IllegalStateException if one differs by more than a relative tolerance
     */
    void check(String work, double value, double tolerance) {
        for (Counterpart other : counterparts) {
            String answer = other.ask("check " + work);
            if (!answer.equals("unknown")
                    && !(Math.abs(Double.parseDouble(answer) - value) <= tolerance * Math.abs(value))) {
                throw new IllegalStateException(
                        "the result of " + work + " is " + value + ", but " + answer + " by " + other.name());
            }
        }
    }

    /**
     * Measures one kind of work and prints its row.
     *
     * @param label the row's first cell
     * @param work its name for counterparts
     * @param repetitions the number per round
     * @param once runs one repetition by Sporos; returns its microseconds
     */
    void row(String label, String work, int repetitions, DoubleSupplier once) {
        if (!has(work)) {
            return;
        }
        double[] mine = new double[ROUNDS];
        Clock.warmUp(WARM_UP_NANOS, once);
        Map<Counterpart, double[]> theirs = new LinkedHashMap<>();
        counterparts.forEach(other -> theirs.put(other, new double[ROUNDS]));
        for (int round = 0; round < ROUNDS; round++) {
            double[] times = new double[repetitions];
            for (int k = 0; k < repetitions; k++) {
                times[k] = once.getAsDouble();
            }
            mine[round] = Clock.median(times);
            for (Map.Entry<Counterpart, double[]> other : theirs.entrySet()) {
                other.getValue()[round] = other.getKey().measure(work, repetitions);
            }
        }
        StringBuilder row = new StringBuilder("| ").append(label).append(" | ").append(text(Clock.median(mine)));
        theirs.values().forEach(times -> {
            boolean known = !Double.isNaN(times[0]);
            row.append(" | ").append(known ? text(Clock.median(times)) : "");
            row.append(" | ").append(known ? text(Clock.median(mine) / Clock.median(times)) : "");
        });
        System.out.println(row.append(" |"));
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%.0f", value);
    }

    @Override
    public void close() {
        counterparts.forEach(Counterpart::close);
    }
}
