package org.sporos.sweep;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.space.ExecutionSpaces;

/**
 * A function with its execution spaces, to run over sets of parameters. Immutable and thread-safe.
 *
 * <p>Each worker is a thread with a space of its own, which it keeps from case to case. Spaces are not shared: a case
 * waits for its own runs alone and sees no failure of another, and compiled kernels and cached memory of a space serve
 * the next case. Cases are independent, so that one thread per case keeps all cores busy: without {@link #on}, there
 * are as many workers as processors, each with a host space of one thread.
 *
 * <p>A case that fails has its exception in its row, and the others continue. If its space became unusable, the worker
 * reopens it. Rows are in the order of the cases.
 *
 * <pre>{@code
 * Sweep<Integer, Double> sweep = Sweep.<Integer, Double>of("norms", (n, space) -> {
 *             try (DoubleView x = DoubleView.of("x", space, n); DoubleView sum = DoubleView.of("sum", space)) {
 *                 space.parallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> x.get(i) * x.get(i)));
 *                 return sum.toArray()[0];
 *             }
 *         })
 *         .on("cuda:0", 2)
 *         .on("host,threads=1", 4);
 * System.out.print(sweep.run(List.of(1_000, 10_000, 100_000)));
 * }</pre>
 *
 * @param <P> a set of parameters, preferably a record
 * @param <R> a result, likewise
 */
public final class Sweep<P, R> {
    private static final String ONE_THREAD = "host,threads=1";

    private final String label;
    private final SweepFunction<? super P, ? extends R> function;
    private final List<String> spaces;
    private final @Nullable Consumer<SweepProgress> listener;

    private Sweep(
            String label,
            SweepFunction<? super P, ? extends R> function,
            List<String> spaces,
            @Nullable Consumer<SweepProgress> listener) {
        this.label = label;
        this.function = function;
        this.spaces = spaces;
        this.listener = listener;
    }

    /** Returns a sweep of a function. */
    public static <P, R> Sweep<P, R> of(String label, SweepFunction<? super P, ? extends R> function) {
        Required.argument(label, "the label of a sweep");
        Required.argument(function, () -> "the function of the sweep " + Labels.quoted(label));
        return new Sweep<>(label, function, List.of(), null);
    }

    /**
     * Returns the sweep with more workers, each with a space of a given name.
     *
     * @param space a name for {@code ExecutionSpaces.open}, such as {@code host,threads=1} or {@code cuda:1}
     * @param workers the number of workers, at least 1; several on one GPU overlap the host work of one with kernels of
     * another
     * @throws IllegalArgumentException if the number is less than 1
     */
    public Sweep<P, R> on(String space, int workers) {
        Required.argument(space, () -> "the space of the sweep " + Labels.quoted(label));
        if (workers < 1) {
            throw new CodedArgumentException(
                    "S290",
                    "the sweep " + Labels.quoted(label) + " is to have " + workers + " workers on "
                            + Labels.quoted(space) + "; give it at least 1");
        }
        List<String> all = new ArrayList<>(spaces);
        all.addAll(Collections.nCopies(workers, space));
        return new Sweep<>(label, function, List.copyOf(all), listener);
    }

    /**
     * Returns the sweep with a listener for ended cases, instead of the progress line on the terminal. It is called by
     * one thread at a time, and not again after an exception.
     */
    public Sweep<P, R> onProgress(Consumer<? super SweepProgress> listener) {
        Required.argument(listener, () -> "the listener of the sweep " + Labels.quoted(label));
        return new Sweep<>(label, function, spaces, listener::accept);
    }

    /**
     * Calls the function for each case and waits for all, see {@link SweepRun#await}.
     *
     * @throws NullPointerException if a case is null
     * @throws IllegalArgumentException if a name is none of a space
     * @throws IllegalStateException if a space is not available
     */
    public SweepTable<P, R> run(Collection<? extends P> cases) {
        return start(cases).await();
    }

    /**
     * Opens the spaces, starts the workers and returns.
     *
     * @throws NullPointerException if a case is null
     * @throws IllegalArgumentException if a name is none of a space
     * @throws IllegalStateException if a space is not available
     */
    public SweepRun<P, R> start(Collection<? extends P> cases) {
        Required.argument(cases, () -> "the cases of the sweep " + Labels.quoted(label));
        List<P> all = new ArrayList<>(cases.size());
        for (P one : cases) {
            all.add(Required.argument(one, () -> "case " + all.size() + " of the sweep " + Labels.quoted(label)));
        }
        SweepRun<P, R> run =
                new SweepRun<>(label, function, all, listener == null ? ProgressLine.onTerminal() : listener);
        run.begin(open(all.size()));
        return run;
    }

    /** Opens a space per worker, for at most as many workers as cases. */
    private List<SweepSpace> open(int cases) {
        List<String> names =
                spaces.isEmpty() ? Collections.nCopies(Runtime.getRuntime().availableProcessors(), ONE_THREAD) : spaces;
        List<SweepSpace> open = new ArrayList<>();
        try {
            for (String name : names.subList(0, Math.min(cases, names.size()))) {
                open.add(new SweepSpace(() -> ExecutionSpaces.open(name)));
            }
            return open;
        } catch (RuntimeException | Error e) {
            open.forEach(SweepSpace::close);
            throw e;
        }
    }

    /** Returns one line: the label and the names of the spaces. */
    @Override
    public String toString() {
        return "sweep " + Labels.quoted(label) + " on "
                + (spaces.isEmpty() ? "a host space of one thread for each processor" : String.join("; ", spaces));
    }
}
