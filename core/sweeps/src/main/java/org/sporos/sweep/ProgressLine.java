package org.sporos.sweep;

import java.io.Console;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Shows the progress of a sweep on one line of a terminal, updated a few times a second. */
final class ProgressLine implements Consumer<SweepProgress> {
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(200);

    private final PrintWriter out;
    private final LongSupplier clock;
    private int width;
    private long last;

    ProgressLine(PrintWriter out, LongSupplier clock) {
        this.out = out;
        this.clock = clock;
        this.last = clock.getAsLong() - PERIOD;
    }

    /** Returns a line on the program's terminal, or a listener that does nothing if there is none. */
    static Consumer<SweepProgress> onTerminal() {
        Console console = System.console();
        return console != null && isTerminal(console)
                ? new ProgressLine(console.writer(), System::nanoTime)
                : progress -> {};
    }

    /** Since Java 22 a console may have no terminal, as reported by {@code isTerminal}. */
    private static boolean isTerminal(Console console) {
        try {
            Object answer = Console.class.getMethod("isTerminal").invoke(console);
            return Boolean.TRUE.equals(answer);
        } catch (ReflectiveOperationException olderJava) {
            return true;
        }
    }

    @Override
    public void accept(SweepProgress progress) {
        boolean isEnd = progress.completed() == progress.total();
        long now = clock.getAsLong();
        if (!isEnd && now - last < PERIOD) {
            return;
        }
        last = now;
        String text = progress.toString();
        String rest = " ".repeat(Math.max(0, width - text.length()));
        width = text.length();
        out.print('\r' + text + rest + (isEnd ? "\n" : ""));
        out.flush();
    }

    /** Ends the line of an incomplete sweep. */
    static void end(Consumer<SweepProgress> listener) {
        if (listener instanceof ProgressLine line && line.width > 0) {
            line.out.println();
            line.out.flush();
        }
    }
}
