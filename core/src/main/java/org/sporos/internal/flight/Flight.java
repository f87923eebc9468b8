package org.sporos.internal.flight;

import org.jspecify.annotations.Nullable;

/**
 * Tells Java's flight recorder (JFR) what happens. Without a recording each method is a look at a flag that the virtual
 * machine knows to be false, and makes no object; where the runtime has no JFR it is a constant. Thread-safe.
 *
 * <p>A recording changes no result: where there is no memory for an event, there is none.
 */
public final class Flight {
    private static final boolean IS_PRESENT = isPresent();

    private Flight() {}

    private static boolean isPresent() {
        try {
            Class.forName("jdk.jfr.Event", false, Flight.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError noJfr) {
            return false;
        }
    }

    /** Makes an event, unless there is no memory for it. */
    private interface Recorded {
        FlightSpan begin();
    }

    private static FlightSpan begin(Recorded event) {
        try {
            return event.begin();
        } catch (OutOfMemoryError noMemory) {
            return FlightSpan.NONE;
        }
    }

    /** Returns whether the instantiation of graphs, or its steps, is recorded. */
    public static boolean recordsInstantiations() {
        return IS_PRESENT && (FlightEvents.Instantiate.PROBE.isEnabled() || FlightEvents.Step.PROBE.isEnabled());
    }

    /** Returns whether submits are recorded. */
    public static boolean recordsSubmits() {
        return IS_PRESENT && FlightEvents.Submit.PROBE.isEnabled();
    }

    /** Returns whether runs are recorded. */
    public static boolean recordsRuns() {
        return IS_PRESENT && FlightEvents.Run.PROBE.isEnabled();
    }

    /** Returns whether profiled launches are recorded. */
    public static boolean recordsNodes() {
        return IS_PRESENT && FlightEvents.ProfiledNode.PROBE.isEnabled();
    }

    /** Begins the instantiation of a graph. */
    public static FlightSpan instantiate(String graph, String space, int nodes) {
        if (!recordsInstantiations()) {
            return FlightSpan.NONE;
        }
        return begin(() -> {
            FlightEvents.Instantiate event = new FlightEvents.Instantiate();
            event.graph = graph;
            event.space = space;
            event.nodes = nodes;
            return event.begun();
        });
    }

    /** Begins a step of an instantiation, which {@link #endStep} gives its name. */
    public static FlightSpan step(String graph, String space) {
        if (!recordsInstantiations()) {
            return FlightSpan.NONE;
        }
        return begin(() -> {
            FlightEvents.Step event = new FlightEvents.Step();
            event.graph = graph;
            event.space = space;
            return event.begun();
        });
    }

    /** Ends a step. */
    public static void endStep(FlightSpan step, String name) {
        if (step != FlightSpan.NONE && step instanceof FlightEvents.Step event) {
            event.step = name;
            event.ended();
        }
    }

    /** Ends what may be recorded, whatever happens: for places that must go on. */
    public static void end(FlightSpan span) {
        if (span != FlightSpan.NONE) {
            try {
                span.ended();
            } catch (OutOfMemoryError | StackOverflowError noRoom) {
                // There is no event then.
            }
        }
    }

    /** Begins the compilation of a text, or its search in the cache. */
    public static FlightSpan compilation(String compiler, String architecture, int length, boolean isFromCache) {
        if (!IS_PRESENT || !FlightEvents.Compilation.PROBE.isEnabled()) {
            return FlightSpan.NONE;
        }
        return begin(() -> {
            FlightEvents.Compilation event = new FlightEvents.Compilation();
            event.compiler = compiler;
            event.architecture = architecture;
            event.sourceLength = length;
            event.isFromCache = isFromCache;
            event.begin();
            return event;
        });
    }

    /** Begins a submit. */
    public static FlightSpan submit(String graph, String space, String stream) {
        return begin(() -> {
            FlightEvents.Submit event = new FlightEvents.Submit();
            event.graph = graph;
            event.space = space;
            event.stream = stream;
            return event.begun();
        });
    }

    /** Begins a run, or several that nobody tells apart. */
    public static FlightSpan run(String graph, String space) {
        return begin(() -> {
            FlightEvents.Run event = new FlightEvents.Run();
            event.graph = graph;
            event.space = space;
            return event.begun();
        });
    }

    /** Counts one run more in what {@link #run} has begun. */
    public static void oneMore(FlightSpan run) {
        if (IS_PRESENT && run instanceof FlightEvents.Run event) {
            event.runs++;
        }
    }

    /** Tells the times of a profiled launch, in nanoseconds. */
    public static void node(String graph, String nodes, String where, long count, long median, long p90, double share) {
        if (!recordsNodes()) {
            return;
        }
        FlightEvents.ProfiledNode event = new FlightEvents.ProfiledNode();
        event.graph = graph;
        event.nodes = nodes;
        event.where = where;
        event.count = count;
        event.median = median;
        event.p90 = p90;
        event.share = share;
        event.commit();
    }

    /** Tells the failure of a run. */
    public static void failure(String code, String graph, String node, @Nullable String message) {
        if (!IS_PRESENT || !FlightEvents.Failure.PROBE.isEnabled()) {
            return;
        }
        try {
            FlightEvents.Failure event = new FlightEvents.Failure();
            event.code = code;
            event.graph = graph;
            event.node = node;
            event.message = String.valueOf(message);
            event.commit();
        } catch (OutOfMemoryError noMemory) {
            // The failure itself is told in any case.
        }
    }

    /** Tells a change of the bytes in use of a memory space. */
    public static void memory(String space, long change, long bytesInUse) {
        if (!IS_PRESENT || !FlightEvents.Memory.PROBE.isEnabled()) {
            return;
        }
        try {
            FlightEvents.Memory event = new FlightEvents.Memory();
            event.space = space;
            event.change = change;
            event.bytesInUse = bytesInUse;
            event.commit();
        } catch (OutOfMemoryError noMemory) {
            // The memory is taken in any case.
        }
    }
}
