package org.sporos.comm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedStateException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.space.Availability;
import org.sporos.space.ExecutionSpace;

/**
 * Finds and opens the communicator of all processes of a job. Thread-safe.
 *
 * <pre>{@code
 * try (Communicator all = Communicators.open()) {
 *     System.out.println("rank " + all.rank() + " of " + all.size());
 * }
 * }</pre>
 */
public final class Communicators {
    private static final String PROPERTY = "sporos.comm";
    private static final String VARIABLE = "SPOROS_COMM";
    private static final String SECONDS = "sporos.comm.seconds";
    private static final long DEFAULT_SECONDS = 120;

    private Communicators() {}

    /**
     * Opens the communicator of the kind that the system property {@code sporos.comm} names, else the environment
     * variable {@code SPOROS_COMM}, else the kind whose launcher has started this process, else {@code single}, of one
     * rank.
     *
     * @throws IllegalStateException if that one is not available: a program that a launcher has started four times
     *     never runs as four programs of one rank
     */
    public static Communicator open() {
        String named = named();
        if (named != null) {
            return open(named);
        }
        for (CommunicatorProvider provider : Providers.ALL) {
            if (provider.launchedProcesses() > 0) {
                return open(provider);
            }
        }
        return open(SingleProvider.KIND);
    }

    /**
     * Opens the communicator of a kind: {@code single}, {@code mpi}, or {@code tcp} of processes that meet at an
     * address or by a file. A communicator of {@code mpi} can be opened once per process.
     *
     * @throws IllegalStateException if it is not available, with the reason in the message
     */
    public static Communicator open(String kind) {
        Required.argument(kind, "the kind of a communicator (such as mpi)");
        for (CommunicatorProvider provider : Providers.ALL) {
            if (provider.kind().equals(kind)) {
                return open(provider);
            }
        }
        throw new CodedStateException(
                "C400",
                "there is no communicator of the kind " + Labels.quoted(kind)
                        + " on the class path or module path; there are:" + lines());
    }

    /**
     * Opens the communicator of {@link #open()} with {@link Communicator#on} for a space: the library of the vendor is
     * used for memory of a GPU space if all ranks have it. Closing it closes both.
     */
    public static Communicator open(ExecutionSpace space) {
        Required.argument(space, "the space of a communicator");
        return open().ownedBy(space);
    }

    /**
     * Opens a communicator of ranks that are threads of this process, such as one for each GPU of the machine, and
     * returns it as each rank has it. Each is used and closed by a thread of its own, as ranks wait for each other.
     *
     * @throws IllegalArgumentException if there are no ranks
     */
    public static List<Communicator> ofThreads(int ranks) {
        if (ranks < 1) {
            throw new CodedArgumentException("C412", "a communicator of " + ranks + " ranks. Name at least one");
        }
        return Arrays.stream(ThreadTransport.ofRanks(ranks, () -> {}))
                .map(transport -> new Communicator("threads", transport, deadline(), null))
                .toList();
    }

    /** Returns the availability of each kind. */
    public static List<Availability> available() {
        return Providers.ALL.stream().map(Communicators::probe).toList();
    }

    static Communicator open(CommunicatorProvider provider) {
        Availability found = probe(provider);
        if (!found.available()) {
            throw new CodedStateException("C400", found.toString());
        }
        Transport transport = provider.open();
        int launched = provider.launchedProcesses();
        if (launched > 0 && launched != transport.size()) {
            throw new CodedStateException(
                    "C401",
                    "the launcher has started " + launched + " processes, but the library of "
                            + provider.kind() + " (" + found.reason() + ") knows of " + transport.size()
                            + ": it is not the launcher's; name its compiler wrapper by sporos." + provider.kind()
                            + ".compiler");
        }
        return new Communicator(provider.kind(), transport, deadline(), null);
    }

    private static Duration deadline() {
        long seconds = Long.getLong(SECONDS, DEFAULT_SECONDS);
        return Duration.ofSeconds(seconds > 0 ? seconds : DEFAULT_SECONDS);
    }

    private static @Nullable String named() {
        String property = System.getProperty(PROPERTY);
        String name = property != null ? property : System.getenv(VARIABLE);
        return name == null || name.isBlank() ? null : name;
    }

    private static Availability probe(CommunicatorProvider provider) {
        try {
            return provider.probe();
        } catch (LinkageError | RuntimeException e) {
            return new Availability(provider.kind(), false, "its probe failed: " + e);
        }
    }

    private static String lines() {
        return available().stream().map(found -> "\n  " + found).collect(Collectors.joining());
    }

    /** The providers of this process, found at first use. */
    private static final class Providers {
        static final List<CommunicatorProvider> ALL = load();

        private static List<CommunicatorProvider> load() {
            List<CommunicatorProvider> found = new ArrayList<>();
            ServiceLoader.load(CommunicatorProvider.class, Communicators.class.getClassLoader())
                    .forEach(found::add);
            found.add(new SocketProvider(deadline()));
            found.sort(Comparator.comparing(CommunicatorProvider::kind));
            found.add(new SingleProvider());
            return List.copyOf(found);
        }
    }

    /** Opens communicators of one rank. Always available, so that a program for several processes runs alone. */
    private static final class SingleProvider implements CommunicatorProvider {
        static final String KIND = "single";

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public int launchedProcesses() {
            return 0;
        }

        @Override
        public Availability probe() {
            return new Availability(KIND, true, "one rank, this process");
        }

        @Override
        public Transport open() {
            return ThreadTransport.ofRanks(1, () -> {})[0];
        }
    }

    /**
     * Opens the communicator of processes that meet at an address without a launcher or a library: {@code
     * sporos.comm.rank}, {@code sporos.comm.size} and {@code sporos.comm.address}, as properties or environment variables
     * such as {@code SPOROS_COMM_RANK}.
     */
    private record SocketProvider(Duration deadline) implements CommunicatorProvider {
        private static final String KIND = "tcp";
        private static final String RANK = "sporos.comm.rank";
        private static final String SIZE = "sporos.comm.size";
        private static final String ADDRESS = "sporos.comm.address";
        private static final String RANK_VARIABLE = "SPOROS_COMM_RANK";
        private static final String SIZE_VARIABLE = "SPOROS_COMM_SIZE";
        private static final String ADDRESS_VARIABLE = "SPOROS_COMM_ADDRESS";

        private static @Nullable String address() {
            return or(System.getProperty(ADDRESS), System.getenv(ADDRESS_VARIABLE));
        }

        private static @Nullable String rank() {
            return or(System.getProperty(RANK), System.getenv(RANK_VARIABLE));
        }

        private static @Nullable String size() {
            return or(System.getProperty(SIZE), System.getenv(SIZE_VARIABLE));
        }

        private static @Nullable String or(@Nullable String property, @Nullable String variable) {
            return property != null ? property : variable;
        }

        private static int number(@Nullable String text) {
            try {
                return text == null ? -1 : Integer.parseInt(text.strip());
            } catch (NumberFormatException e) {
                return -1;
            }
        }

        @Override
        public String kind() {
            return KIND;
        }

        @Override
        public int launchedProcesses() {
            return address() == null ? 0 : Math.max(0, number(size()));
        }

        @Override
        public Availability probe() {
            String address = address();
            int rank = number(rank());
            int size = number(size());
            if (address == null) {
                return new Availability(
                        KIND, false, ADDRESS + " names no host:port of rank 0, and no file: to meet by");
            } else if (size < 1 || rank < 0 || rank >= size) {
                return new Availability(
                        KIND,
                        false,
                        RANK + " is " + rank() + " and " + SIZE + " " + size() + "; ranks are 0 to the size less 1");
            } else if (!address.matches("file:.+|.+:\\d{1,5}")) {
                return new Availability(
                        KIND, false, ADDRESS + " is " + Labels.quoted(address) + "; give host:port or file:path");
            }
            return new Availability(KIND, true, "rank " + rank + " of " + size + " at " + address);
        }

        @Override
        public Transport open() {
            return new SocketMeeting(number(rank()), number(size()), address() + "", deadline)
                    .meet()
                    .world();
        }
    }
}
