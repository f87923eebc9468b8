package org.sporos.space;

/**
 * The answer whether a kind of execution space can be opened on this machine.
 *
 * <pre>{@code
 * ExecutionSpaces.available().stream()
 *         .filter(kind -> !kind.available())
 *         .forEach(kind -> System.out.println(kind.kind() + ": " + kind.reason()));
 * }</pre>
 *
 * @param kind the kind, such as {@code cuda}
 * @param available whether it can be opened
 * @param reason one line: what was found, or why it is not available
 */
public record Availability(String kind, boolean available, String reason) {

    /** Returns the line that people read. */
    @Override
    public String toString() {
        return kind + (available ? ": " : ": not available: ") + reason;
    }
}
