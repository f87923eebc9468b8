package org.sporos.contract;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.sporos.internal.space.SpaceSpec;
import org.sporos.space.Availability;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/**
 * The spaces that the contract tests run on.
 *
 * <p>{@code -Dsporos.contract.space=cuda:1} replaces those of its kind by one. A backend that is not available is
 * skipped with its reason; {@code -Dsporos.contract.required=cuda,hip} turns that into a failure.
 */
public final class Spaces {
    private static final Map<String, ExecutionSpace> SHARED = new ConcurrentHashMap<>();

    private Spaces() {}

    /** Returns the names given by the system property if they are of the kind of the defaults, else the defaults. */
    public static Stream<String> named(String... defaults) {
        String named = System.getProperty("sporos.contract.space");
        boolean ours = named != null && kind(named).equals(kind(defaults[0]));
        return ours ? Stream.of(named) : Stream.of(defaults);
    }

    /** Returns the space that the tests of one class share; opened at first use. */
    static ExecutionSpace shared(String name) {
        requireAvailable(name);
        return SHARED.computeIfAbsent(name, ExecutionSpaces::open);
    }

    /** Returns a new space, which the caller closes. */
    public static ExecutionSpace open(String name) {
        requireAvailable(name);
        return ExecutionSpaces.open(name);
    }

    static void closeShared() {
        SHARED.values().forEach(ExecutionSpace::close);
        SHARED.clear();
    }

    private static void requireAvailable(String name) {
        String kind = kind(name);
        Availability found = ExecutionSpaces.available().stream()
                .filter(availability -> availability.kind().equals(kind))
                .findFirst()
                .orElse(new Availability(kind, false, "there is no provider of this kind on the class path"));
        if (!found.available() && required().contains(kind)) {
            Assertions.fail("sporos.contract.required names " + kind + ", but: " + found);
        }
        Assumptions.assumeTrue(found.available(), found::toString);
    }

    private static Set<String> required() {
        String required = System.getProperty("sporos.contract.required", "");
        List<String> kinds =
                Arrays.stream(required.split(",")).map(String::trim).toList();
        return Set.copyOf(kinds.stream().distinct().toList());
    }

    private static String kind(String name) {
        return SpaceSpec.parse(name).kind();
    }
}
