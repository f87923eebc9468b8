package org.sporos.comm;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.space.Availability;

/**
 * Opens the communicator of processes that meet at an address without a launcher or a library: {@code
 * sporos.comm.rank}, {@code sporos.comm.size} and {@code sporos.comm.address}, as properties or environment variables
 * such as {@code SPOROS_COMM_RANK}.
 */
final class SocketProvider implements CommunicatorProvider {
    private static final String KIND = "tcp";
    private static final String RANK = "sporos.comm.rank";
    private static final String SIZE = "sporos.comm.size";
    private static final String ADDRESS = "sporos.comm.address";
    private static final String RANK_VARIABLE = "SPOROS_COMM_RANK";
    private static final String SIZE_VARIABLE = "SPOROS_COMM_SIZE";
    private static final String ADDRESS_VARIABLE = "SPOROS_COMM_ADDRESS";

    private final Duration deadline;

    SocketProvider(Duration deadline) {
        this.deadline = deadline;
    }

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
            return new Availability(KIND, false, ADDRESS + " names no host:port of rank 0, and no file: to meet by");
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
