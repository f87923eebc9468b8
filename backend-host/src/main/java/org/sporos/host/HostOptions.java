package org.sporos.host;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.host.task.Tier;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.DebugMode;
import org.sporos.internal.space.SpaceSpec;
import org.sporos.kernel.cpp.CppGeometry;

/**
 * The options of a host space.
 *
 * @param threads the number of threads
 * @param strict whether host code must not access its memory, as for a device
 * @param sharedBytes the shared memory per team in strict mode, scratch included
 * @param kernels the tier of kernels' code
 */
record HostOptions(int threads, boolean strict, int sharedBytes, Tier kernels) {
    private static final int MOST_THREADS = 4096;
    private static final String THREADS = "threads";
    private static final String STRICT = "strict";
    private static final String DEVICE = "device";
    private static final String KERNELS = "kernels";

    /** The KiB of shared memory of a block, by the driver's name of the architecture. */
    private static final Map<String, Integer> SHARED = new TreeMap<>(Map.of(
            "any", CppGeometry.LEAST_SHARED_BYTES >> 10,
            "sm_75", 64,
            "sm_80", 163,
            "sm_86", 99,
            "sm_89", 99,
            "sm_90", 227,
            "sm_100", 227,
            "sm_120", 99,
            "gfx90a", 64,
            "gfx942", 64));

    /**
     * Returns the options of a name. Missing ones come from the system properties {@code sporos.host.threads}, {@code
     * sporos.host.strict} and {@code sporos.host.kernels}; by default there is one thread per processor, and each
     * kernel gets the fastest code, or its lambda with {@code sporos.debug}.
     *
     * @throws IllegalArgumentException if the name has an unknown option, or an ordinal other than 0
     */
    static HostOptions of(SpaceSpec spec) {
        if (spec.ordinal() != 0) {
            throw new CodedArgumentException(
                    "S210", "there is no host:" + spec.ordinal() + "; this machine is one host, write host or host:0");
        }
        String threads = System.getProperty("sporos.host.threads");
        String strict = System.getProperty("sporos.host.strict");
        String device = null;
        String kernels = System.getProperty("sporos.host.kernels");
        for (Map.Entry<String, String> option : spec.options().entrySet()) {
            switch (option.getKey()) {
                case THREADS -> threads = option.getValue();
                case STRICT -> strict = option.getValue();
                case DEVICE -> device = option.getValue();
                case KERNELS -> kernels = option.getValue();
                default ->
                    throw new CodedArgumentException(
                            "S210",
                            "host has no option " + Labels.quoted(option.getKey())
                                    + "; it has threads=N, strict, device=NAME and kernels=TIER, as in host,threads=3,strict");
            }
        }
        boolean isStrict = strict(strict);
        return new HostOptions(threads(threads), isStrict, sharedBytes(device, isStrict), kernels(kernels));
    }

    private static int sharedBytes(@Nullable String device, boolean isStrict) {
        String name = device == null ? "any" : device;
        Integer kib = SHARED.get(name);
        if (kib == null) {
            throw new CodedArgumentException(
                    "S210", "host with device=" + device + "; write one of " + String.join(", ", SHARED.keySet()));
        } else if (device != null && !isStrict) {
            throw new CodedArgumentException(
                    "S210", "host with device=" + device + " without strict; write host,strict,device=" + device);
        }
        return isStrict ? kib << 10 : Integer.MAX_VALUE;
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
