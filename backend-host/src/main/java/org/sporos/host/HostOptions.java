package org.sporos.host;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.host.task.Tier;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.DebugMode;
import org.sporos.internal.space.SpaceSpec;

/**
 * How a host space is opened.
 *
 * @param threads how many threads work at a time
 * @param strict whether its memory is treated as if it were a device's
 * @param kernels the code that kernels get
 */
record HostOptions(int threads, boolean strict, Tier kernels) {
    private static final int MOST_THREADS = 4096;
    private static final String THREADS = "threads";
    private static final String STRICT = "strict";
    private static final String KERNELS = "kernels";

    /**
     * Returns what a name says; what it does not say is taken from the system properties {@code sporos.host.threads},
     * {@code sporos.host.strict} and {@code sporos.host.kernels}, else there are as many threads as processors, and
     * each kernel gets the fastest code, or is called as it is if {@code sporos.debug} asks for it.
     *
     * @throws IllegalArgumentException if the name has an option or ordinal that host does not know
     */
    static HostOptions of(SpaceSpec spec) {
        if (spec.ordinal() != 0) {
            throw new CodedArgumentException(
                    "S210", "there is no host:" + spec.ordinal() + "; this machine is one host, write host or host:0");
        }
        String threads = System.getProperty("sporos.host.threads");
        String strict = System.getProperty("sporos.host.strict");
        String kernels = System.getProperty("sporos.host.kernels");
        for (Map.Entry<String, String> option : spec.options().entrySet()) {
            switch (option.getKey()) {
                case THREADS -> threads = option.getValue();
                case STRICT -> strict = option.getValue();
                case KERNELS -> kernels = option.getValue();
                default ->
                    throw new CodedArgumentException(
                            "S210",
                            "host has no option " + Labels.quoted(option.getKey())
                                    + "; it has threads=N, strict and kernels=TIER, as in host,threads=3,strict");
            }
        }
        return new HostOptions(threads(threads), strict(strict), kernels(kernels));
    }

    private static int threads(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
        }
        if (text.matches("[0-9]{1,4}")) {
            int threads = Integer.parseInt(text);
            if (threads >= 1 && threads <= MOST_THREADS) {
                return threads;
            }
        }
        throw new CodedArgumentException(
                "S210",
                "host with threads=" + text + "; give a number from 1 to " + MOST_THREADS
                        + ", or leave it out for one a processor");
    }

    private static boolean strict(@Nullable String text) {
        if (text == null || text.isBlank() || text.equals("false")) {
            return false;
        }
        if (text.equals("true")) {
            return true;
        }
        throw new CodedArgumentException(
                "S210", "host with strict=" + text + "; write strict, strict=true or strict=false");
    }

    private static Tier kernels(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return DebugMode.callsLambdas() ? Tier.LOOP : Tier.AUTO;
        }
        for (Tier tier : Tier.values()) {
            if (tier.word().equals(text)) {
                return tier;
            }
        }
        String known = Stream.of(Tier.values()).map(Tier::word).collect(Collectors.joining(", "));
        throw new CodedArgumentException("S210", "host with kernels=" + text + "; write one of " + known);
    }
}
