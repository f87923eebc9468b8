package org.sporos.gpu;

import org.sporos.internal.flight.Flight;
import org.sporos.internal.flight.FlightSpan;

/**
 * The runs of one executable that a recording is told of: a native stream tells the end of all that was launched, not
 * that of each run. Thread-safe.
 */
final class FlightRuns {
    private FlightSpan open = FlightSpan.NONE;

    /** Notes a launch. */
    synchronized void launched(String graph, String space) {
        if (open == FlightSpan.NONE) {
            open = Flight.run(graph, space);
        } else {
            Flight.oneMore(open);
        }
    }

    /** Says that all that was launched has ended. */
    synchronized void ended() {
        Flight.end(open);
        open = FlightSpan.NONE;
    }
}
