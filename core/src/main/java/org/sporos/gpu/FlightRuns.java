package org.sporos.gpu;

import org.sporos.internal.flight.Flight;
import org.sporos.internal.flight.FlightSpan;

/**
 * The run events of one executable in a flight recording: one event spans all launches until the stream is idle, since
 * a native stream does not report the end of each run. Thread-safe.
 */
final class FlightRuns {
    private FlightSpan open = FlightSpan.NONE;

    /** Begins an event at the first launch, and counts later ones. */
    synchronized void launched(String graph, String space) {
        if (open == FlightSpan.NONE) {
            open = Flight.run(graph, space);
        } else {
            Flight.oneMore(open);
        }
    }

    /** Ends the event: all launched runs have completed. */
    synchronized void ended() {
        Flight.end(open);
        open = FlightSpan.NONE;
    }
}
