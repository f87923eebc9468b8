package org.sporos.host.jit;

import java.util.Locale;
import java.util.StringJoiner;

/** Words for the times of tiers. */
final class TierText {
    private static final int DIGITS_BELOW = 10;

    private TierText() {}

    /**
     * Returns the tiers that were timed, each with its time per index, such as
     * {@code "bytecode 14 ns, native 0.50 ns an index"}.
     */
    static String of(TierSelector selector, boolean isLambda) {
        StringJoiner text = new StringJoiner(", ", "", " an index").setEmptyValue("");
        add(text, isLambda ? "loop" : "bytecode", selector.nanos(TierSelector.CodeTier.PLAIN));
        add(text, "native", selector.nanos(TierSelector.CodeTier.CPP));
        return text.toString();
    }

    private static void add(StringJoiner text, String tier, double nanos) {
        if (nanos > 0) {
            String digits = nanos < 1 ? "%.2f" : nanos < DIGITS_BELOW ? "%.1f" : "%.0f";
            text.add(tier + ' ' + String.format(Locale.ROOT, digits, nanos) + " ns");
        }
    }
}
