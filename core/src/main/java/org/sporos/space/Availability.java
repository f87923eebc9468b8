package org.sporos.space;

/**
 * The availability of a kind of execution space on this machine.
 *
 * <pre>{@code
 * ExecutionSpaces.available().stream()
 *         .filter(kind -> !kind.available())
 *         .forEach(kind -> System.out.println(kind.kind() + ": " + kind.reason()));
 * }</pre>
 *
 * @param kind the kind, such as {@code cuda}
 * @param available whether it can be opened
 * @param reason one line: the detected devices, or the reason why it is not available
 */
public record Availability(String kind, boolean available, String reason) {

    /** Returns one line for reports. */
    @Override
    public String toString() {
        return kind + (available ? ": " : ": not available: ") + reason;
    }
}
