package org.sporos.internal.flight;

/** An active operation, recorded at its end. Used by one thread at a time. */
public interface FlightSpan {
    /** An unrecorded span. */
    FlightSpan NONE = () -> {};

    /** Ends the operation. */
    void ended();
}
