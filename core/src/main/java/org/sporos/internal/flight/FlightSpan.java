package org.sporos.internal.flight;

/** Something that goes on, which a recording is told of when it ends. Used by one thread at a time. */
public interface FlightSpan {
    /** Nothing that is recorded. */
    FlightSpan NONE = () -> {};

    /** Says that it has ended. */
    void ended();
}
