package org.sporos.sweep;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.sporos.internal.error.Labels;

/**
 * The progress of a sweep.
 *
 * <pre>{@code
 * System.Logger log = System.getLogger("sweeps");
 * Sweep<Integer, Double> logged =
 *         sweep.onProgress(progress -> log.log(System.Logger.Level.INFO, progress.toString()));
 * }</pre>
 *
 * @param label the label of the sweep
 * @param total the number of cases
 * @param completed the number of ended cases, with a result or a failure
 * @param failed the number of failed cases
 * @param elapsed the time since the start
 */
public record SweepProgress(String label, int total, int completed, int failed, Duration elapsed) {

    /** Returns the estimated time of the remaining cases; empty before the first has ended. */
    public Optional<Duration> remaining() {
        return completed == 0
                ? Optional.empty()
                : Optional.of(Duration.ofNanos((long) ((double) elapsed.toNanos() / completed * (total - completed))));
    }

    /** Returns one line, such as {@code stability: 12 of 40 cases, 1 failed, about 0:35 left}. */
    @Override
    public String toString() {
        String failures = failed == 0 ? "" : ", " + failed + " failed";
        String left = completed == total
                ? ", took " + clock(elapsed)
                : remaining().map(time -> ", about " + clock(time) + " left").orElse("");
        return Labels.shown(label) + ": " + completed + " of " + total + (total == 1 ? " case" : " cases") + failures
                + left;
    }

    private static String clock(Duration time) {
        long seconds = Math.round(time.toMillis() / 1e3);
        long hours = seconds / 3600;
        return hours == 0
                ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", hours, seconds / 60 % 60, seconds % 60);
    }
}
