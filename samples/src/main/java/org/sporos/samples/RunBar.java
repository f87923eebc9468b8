package org.sporos.samples;

import java.io.Console;
import java.io.PrintWriter;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;

/**
 * A progress bar of completed runs, with their rate and the remaining time, on the terminal. Without a terminal it does
 * nothing. Used by one thread.
 *
 * <p>Runs complete long after their submits. So an event is recorded after each hundredth of them, and a thread awaits
 * these events on a stream of its own.
 */
record RunBar(@Nullable Shown shown, Runnable whenEnded) implements AutoCloseable {
    private static final int PARTS = 100;
    private static final int WIDTH = 79;
    private static final int PERIOD_MILLIS = 200;

    /**
     * Begins a bar.
     *
     * @param what the name of the runs, in the plural
     * @param runs the total number on the default stream of the space
     */
    static RunBar of(String what, long runs, ExecutionSpace space) {
        PrintWriter terminal = terminal();
        return terminal == null
                ? new RunBar(null, () -> {})
                : new RunBar(
                        new Shown(
                                what,
                                runs,
                                space,
                                text -> terminal.printf("\r%s", text).flush()),
                        () -> terminal.printf("%n").flush());
    }

    /** Begins a bar that writes to a consumer. */
    static RunBar to(Consumer<String> lines, String what, long runs, ExecutionSpace space) {
        return new RunBar(new Shown(what, runs, space, lines), () -> {});
    }

    private static @Nullable PrintWriter terminal() {
        Console console = System.console();
        return console != null && isTerminal(console) ? console.writer() : null;
    }

    /** Since Java 22 a console may exist without a terminal. */
    private static boolean isTerminal(Console console) {
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException olderJava) {
            return true;
        }
    }

    /** Returns whether there is a bar. */
    boolean isShown() {
        return shown != null;
    }

    /** Counts a submitted run. */
    void submitted() {
        if (shown != null) {
            shown.submitted();
        }
    }

    /** Waits for the submitted runs, and ends the bar. */
    @Override
    public void close() {
        if (shown != null) {
            shown.close();
            whenEnded.run();
        }
    }

    /** An event after a number of runs; the last one has none. */
    private record Mark(long runs, @Nullable Event event) {}

    /** A visible bar. */
    private static final class Shown {
        private final ExecutionStream runs;
        private final ExecutionStream watching;
        private final ProgressBar bar;
        private final BlockingQueue<Mark> marks = new LinkedBlockingQueue<>();
        private final Thread watcher = new Thread(this::watch, "run-bar");
        private final long apart;
        private long submitted;

        Shown(String what, long runs, ExecutionSpace space, Consumer<String> lines) {
            this.runs = space.defaultStream();
            this.watching = space.stream("run bar");
            this.apart = Math.max(1, runs / PARTS);
            this.bar = new ProgressBarBuilder()
                    .setTaskName(what)
                    .setInitialMax(runs)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(PERIOD_MILLIS)
                    // Otherwise a step that arrives while a line is written is not shown before the next step.
                    .continuousUpdate()
                    .showSpeed()
                    .setConsumer(new DelegatingProgressBarConsumer(lines, WIDTH))
                    .build();
            watcher.setDaemon(true);
            watcher.start();
        }

        void submitted() {
            submitted++;
            if (submitted % apart == 0) {
                mark();
            }
        }

        private void mark() {
            Event event = Event.of("run " + submitted);
            runs.record(event);
            marks.add(new Mark(submitted, event));
        }

        private void watch() {
            try {
                for (Mark next = marks.take(); next.event() != null; next = marks.take()) {
                    watching.await(next.event());
                    watching.fence();
                    bar.stepTo(next.runs());
                }
            } catch (InterruptedException nobodyDoes) {
                Thread.currentThread().interrupt();
            } catch (IllegalStateException ended) {
                // The space is closed, and all runs have ended.
            }
        }

        void close() {
            try {
                mark();
            } finally {
                marks.add(new Mark(submitted, null));
                join();
                watching.close();
                bar.close();
            }
        }

        private void join() {
            try {
                watcher.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
