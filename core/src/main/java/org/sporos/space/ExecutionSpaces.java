package org.sporos.space;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedStateException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.space.ExecutionSpaceProvider;
import org.sporos.internal.space.SpaceSpec;

/**
 * The execution spaces of this machine. Thread-safe.
 *
 * <pre>{@code
 * for (Availability kind : ExecutionSpaces.available()) {
 *     System.out.println(kind);
 * }
 * ExecutionSpace best = ExecutionSpaces.open();
 * ExecutionSpace second = ExecutionSpaces.open("cuda:1");
 * List<ExecutionSpace> devices = ExecutionSpaces.all("cuda");
 * }</pre>
 */
@CheckReturnValue
public final class ExecutionSpaces {
    private static final String PROPERTY = "sporos.space";
    private static final String VARIABLE = "SPOROS_SPACE";
    private static final MissingBackend MISSING = MissingBackend.in(ExecutionSpaces.class.getModule());

    private ExecutionSpaces() {}

    /**
     * Opens the space named by the system property {@code sporos.space}, else the one named by the environment variable
     * {@code SPOROS_SPACE}, else the best available one: CUDA, else HIP, else host.
     *
     * @throws IllegalStateException if the named one is not available, or none is
     */
    public static ExecutionSpace open() {
        String named = named();
        if (named != null) {
            return open(named);
        }
        for (ExecutionSpaceProvider provider : Providers.ALL) {
            if (Providers.probe(provider).available()) {
                return provider.open(SpaceSpec.parse(provider.kind()));
            }
        }
        throw new CodedStateException("S211", "no execution space is available:" + lines());
    }

    /**
     * Opens the space of a name, such as {@code host}, {@code cuda:1} or {@code host,threads=3}.
     *
     * @throws IllegalArgumentException if the name is invalid
     * @throws IllegalStateException if the space is not available; the message says why
     */
    public static ExecutionSpace open(String name) {
        SpaceSpec spec = SpaceSpec.parse(name);
        return available(spec).open(spec);
    }

    /**
     * Opens a space on each device of a kind, such as {@code cuda}, in the order of their numbers. The caller closes
     * each.
     *
     * @throws IllegalArgumentException if the name is not understood, or has the number of a device
     * @throws IllegalStateException if one of them is not available; then none is open
     */
    public static List<ExecutionSpace> all(String kind) {
        SpaceSpec spec = SpaceSpec.parse(kind);
        if (kind.contains(":")) {
            throw new CodedArgumentException(
                    "S210", Labels.quoted(kind) + " names one device; give the kind alone, or call open");
        }
        ExecutionSpaceProvider provider = available(spec);
        List<ExecutionSpace> all = new ArrayList<>();
        try {
            for (int device = 0; device < provider.devices(); device++) {
                all.add(provider.open(new SpaceSpec(spec.kind(), device, spec.options())));
            }
        } catch (RuntimeException | Error e) {
            all.forEach(ExecutionSpace::close);
            throw e;
        }
        return List.copyOf(all);
    }

    private static ExecutionSpaceProvider available(SpaceSpec spec) {
        ExecutionSpaceProvider provider = provider(spec.kind())
                .orElseThrow(() -> new CodedStateException(
                        "S211",
                        "there is no execution space of the kind "
                                + Labels.quoted(spec.kind()) + " on the class path or module path; "
                                + dependency(spec.kind())
                                + "there are:" + lines()));
        Availability availability = Providers.probe(provider);
        if (!availability.available()) {
            throw new CodedStateException("S211", availability.toString());
        }
        return provider;
    }

    /** Returns the availability of each kind, the best first. */
    public static List<Availability> available() {
        List<Availability> found = new ArrayList<>();
        for (ExecutionSpaceProvider provider : Providers.ALL) {
            found.add(Providers.probe(provider));
        }
        return List.copyOf(found);
    }

    private static Optional<ExecutionSpaceProvider> provider(String kind) {
        return Providers.ALL.stream().filter(p -> p.kind().equals(kind)).findFirst();
    }

    private static @Nullable String named() {
        String property = System.getProperty(PROPERTY);
        String name = property != null ? property : System.getenv(VARIABLE);
        return name == null || name.isBlank() ? null : name;
    }

    private static String dependency(String kind) {
        String advice = MISSING.advice(kind);
        return (advice.isEmpty() ? "the library has " + MissingBackend.kinds() : advice) + "; ";
    }

    private static String lines() {
        String lines = available().stream().map(a -> "\n  " + a).collect(Collectors.joining());
        return lines.isEmpty() ? " none; " + MISSING.advice("host") : lines;
    }

    /** The providers of this process and their availability, loaded at first use. */
    private static final class Providers {
        static final List<ExecutionSpaceProvider> ALL = load();
        private static final java.util.Map<String, Availability> PROBED =
                new java.util.concurrent.ConcurrentHashMap<>();

        private static List<ExecutionSpaceProvider> load() {
            List<ExecutionSpaceProvider> providers = new ArrayList<>();
            ServiceLoader.load(ExecutionSpaceProvider.class, ExecutionSpaces.class.getClassLoader())
                    .forEach(providers::add);
            providers.sort(Comparator.comparingInt(ExecutionSpaceProvider::priority)
                    .reversed()
                    .thenComparing(ExecutionSpaceProvider::kind));
            return List.copyOf(providers);
        }

        static Availability probe(ExecutionSpaceProvider provider) {
            return PROBED.computeIfAbsent(provider.kind(), kind -> probed(provider));
        }

        /** A provider that throws, against its contract, only removes itself from the list. */
        private static Availability probed(ExecutionSpaceProvider provider) {
            try {
                return provider.probe();
            } catch (LinkageError | RuntimeException e) {
                return new Availability(provider.kind(), false, "its probe failed: " + e);
            }
        }
    }
}
