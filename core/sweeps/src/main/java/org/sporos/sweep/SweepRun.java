package org.sporos.sweep;

import java.lang.System.Logger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedStateException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.SafeLogger;
import org.sporos.space.ExecutionSpace;

/**
 * A running sweep. Workers take the cases in order and store each result in the row of its case, so that the table does
 * not depend on the schedule. Thread-safe.
 *
 * <pre>{@code
 * SweepRun<Integer, Double> run = sweep.start(cases);
 * Runtime.getRuntime().addShutdownHook(new Thread(run::cancel));
 * SweepTable<Integer, Double> table = run.await();
 * }</pre>
 *
 * @param <P> a set of parameters
 * @param <R> a result
 */
public final class SweepRun<P, R> {
    private static final Logger LOG = SafeLogger.of("org.sporos");

    private final String label;
    private final SweepFunction<? super P, ? extends R> function;
    private final List<P> cases;
    private final Consumer<SweepProgress> listener;
    private final long begin = System.nanoTime();
    private final AtomicInteger next = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean isCancelled;

    /** The rows of ended cases; the lock of this list guards it and the fields below. */
    private final List<SweepCase<P, R>> ended = new ArrayList<>();

    private int failed;
    private boolean isListenerBroken;
    private @Nullable Throwable lost;

    SweepRun(
            String label,
            SweepFunction<? super P, ? extends R> function,
            List<P> cases,
            Consumer<SweepProgress> listener) {
        this.label = label;
        this.function = function;
        this.cases = cases;
        this.listener = listener;
    }

    /** Starts a thread for each space, which ends with it. */
    void begin(List<SweepSpace> spaces) {
        for (int k = 0; k < spaces.size(); k++) {
            SweepSpace space = spaces.get(k);
            Thread thread = new Thread(() -> work(space), "sporos-sweep-" + k);
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    private void work(SweepSpace space) {
        try (space) {
            // The space is checked before a case is taken, so that a lost space loses no case.
            ExecutionSpace usable = space.usable();
            int index = next.getAndIncrement();
            while (index < cases.size() && !isCancelled) {
                end(SweepCase.run(index, cases.get(index), function, usable));
                usable = space.usable();
                index = next.getAndIncrement();
            }
            // Clears an interrupt meant for cases, so that it does not disturb closing the space.
            var meantForCases = Thread.interrupted();
        } catch (RuntimeException | Error e) {
            synchronized (ended) {
                lost = e;
            }
        }
    }

    private void end(SweepCase<P, R> row) {
        boolean gaveUp = isCancelled && row.failure() instanceof InterruptedException;
        synchronized (ended) {
            ended.add(gaveUp ? row.cancelled() : row);
            failed += row.state() == SweepCase.State.FAILED && !gaveUp ? 1 : 0;
            tell();
        }
    }

    /** Calls the listener, unless it has thrown an exception. */
    private void tell() {
        if (isListenerBroken) {
            return;
        }
        try {
            listener.accept(progress());
        } catch (RuntimeException | Error e) {
            isListenerBroken = true;
            LOG.log(
                    Logger.Level.WARNING,
                    "the listener of the sweep " + Labels.quoted(label) + " has thrown " + Cell.failure(e)
                            + " and is not called again");
        }
    }

    /** Returns the progress. */
    public SweepProgress progress() {
        synchronized (ended) {
            return new SweepProgress(
                    label, cases.size(), ended.size(), failed, Duration.ofNanos(System.nanoTime() - begin));
        }
    }

    /**
     * Starts no further case and interrupts running cases: waiting host code can stop, running kernels complete. Ended
     * cases stay in the table. Returns at once; idempotent.
     */
    public void cancel() {
        isCancelled = true;
        threads.forEach(Thread::interrupt);
    }

    /**
     * Waits until no case is running. A thread that is interrupted while it waits here {@linkplain #cancel cancels} the
     * sweep, waits for the cases that run, and stays interrupted.
     *
     * @return the table of all cases, cancelled ones included
     */
    public SweepTable<P, R> await() {
        boolean isInterrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                    cancel();
                }
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        return table();
    }

    private SweepTable<P, R> table() {
        List<SweepCase<P, R>> rows;
        synchronized (ended) {
            rows = new ArrayList<>(ended);
        }
        if (rows.size() < cases.size()) {
            ProgressLine.end(listener);
            BitSet present = new BitSet(cases.size());
            rows.forEach(row -> present.set(row.index()));
            for (int k = present.nextClearBit(0); k < cases.size(); k = present.nextClearBit(k + 1)) {
                rows.add(missing(k));
            }
        }
        return SweepTable.of(label, rows);
    }

    private SweepCase<P, R> missing(int index) {
        return isCancelled
                ? SweepCase.notBegun(index, cases.get(index), SweepCase.State.CANCELLED, null)
                : SweepCase.notBegun(
                        index,
                        cases.get(index),
                        SweepCase.State.FAILED,
                        new CodedStateException(
                                "S292",
                                "no worker of the sweep " + Labels.quoted(label)
                                        + " has a space any more: they became unusable and could not be opened again",
                                lostSpace()));
    }

    private @Nullable Throwable lostSpace() {
        synchronized (ended) {
            return lost;
        }
    }

    /** Returns its progress in one line. */
    @Override
    public String toString() {
        return progress().toString();
    }
}
