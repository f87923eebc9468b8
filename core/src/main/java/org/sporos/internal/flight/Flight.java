package org.sporos.internal.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Percentage;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/**
 * Events for Java's flight recorder (JFR). Without a recording each method only tests a flag that the JIT compiler
 * folds, and allocates nothing; in a runtime without JFR the flag is a constant. Thread-safe.
 *
 * <p>A recording changes no result: an event that does not fit into memory is dropped.
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

    /** Creates an event, unless memory is lacking. */
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

    /** Begins a step of an instantiation, named by {@link #endStep}. */
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

    /** Ends a span. Never throws, for callers that must continue. */
    public static void end(FlightSpan span) {
        if (span != FlightSpan.NONE) {
            try {
                span.ended();
            } catch (OutOfMemoryError | StackOverflowError noRoom) {
                // The event is dropped.
            }
        }
    }

    /** Begins a compilation, or its lookup in the cache. */
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

    /** Begins a run, or several that cannot be distinguished. */
    public static FlightSpan run(String graph, String space) {
        return begin(() -> {
            FlightEvents.Run event = new FlightEvents.Run();
            event.graph = graph;
            event.space = space;
            return event.begun();
        });
    }

    /** Counts another run in the span of {@link #run}. */
    public static void oneMore(FlightSpan run) {
        if (IS_PRESENT && run instanceof FlightEvents.Run event) {
            event.runs++;
        }
    }

    /** Records the times of a profiled launch, in nanoseconds. */
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

    /** Records the failure of a run. */
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
            // The failure itself is reported in any case.
        }
    }

    /** Records a change of the bytes in use of a memory space. */
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
            // The memory is allocated in any case.
        }
    }

    /** The JFR event classes, referenced by {@link Flight} alone, as a runtime may lack JFR. */
    private static final class FlightEvents {
        private static final String CATEGORY = "Sporos";

        private FlightEvents() {}

        /** An event of a graph with a start and an end. */
        @Category(CATEGORY)
        @StackTrace(false)
        abstract static class Span extends Event implements FlightSpan {
            @Label("Graph")
            String graph = "";

            @Label("Space")
            String space = "";

            final FlightSpan begun() {
                begin();
                return this;
            }

            @Override
            public final void ended() {
                commit();
            }
        }

        @Name("sporos.Instantiate")
        @Label("Instantiation of a graph")
        @Category(CATEGORY)
        @StackTrace(false)
        static final class Instantiate extends Span {
            static final Instantiate PROBE = new Instantiate();

            @Label("Nodes")
            int nodes;
        }

        @Name("sporos.InstantiateStep")
        @Label("Step of an instantiation")
        @Category(CATEGORY)
        @StackTrace(false)
        static final class Step extends Span {
            static final Step PROBE = new Step();

            @Label("Step")
            String step = "";
        }

        @Name("sporos.Compilation")
        @Label("Compilation of kernels")
        @Description("A compiler's work, or a program that was found in the cache")
        @Category(CATEGORY)
        @StackTrace(false)
        static final class Compilation extends Event implements FlightSpan {
            static final Compilation PROBE = new Compilation();

            @Label("Compiler")
            String compiler = "";

            @Label("Architecture")
            String architecture = "";

            @Label("Length of the source")
            int sourceLength;

            @Label("From the cache")
            boolean isFromCache;

            @Override
            public void ended() {
                commit();
            }
        }

        @Name("sporos.Submit")
        @Label("Submit of a run")
        @Category(CATEGORY)
        @StackTrace(false)
        static final class Submit extends Span {
            static final Submit PROBE = new Submit();

            @Label("Stream")
            String stream = "";
        }

        @Name("sporos.Run")
        @Label("Run of a graph")
        @Description("On a GPU from the first submit since the last wait to the wait that saw the end of all")
        @Category(CATEGORY)
        @StackTrace(false)
        static final class Run extends Span {
            static final Run PROBE = new Run();

            @Label("Runs")
            long runs = 1;
        }

        @Name("sporos.Node")
        @Label("Profiled launch")
        @Description("The times of a launch, as a profile has measured them")
        @Category(CATEGORY)
        @StackTrace(false)
        static final class ProfiledNode extends Event {
            static final ProfiledNode PROBE = new ProfiledNode();

            @Label("Graph")
            String graph = "";

            @Label("Nodes")
            String nodes = "";

            @Label("Defined at")
            String where = "";

            @Label("Times")
            long count;

            @Label("Median")
            @Timespan(Timespan.NANOSECONDS)
            long median;

            @Label("90th percentile")
            @Timespan(Timespan.NANOSECONDS)
            long p90;

            @Label("Share")
            @Percentage
            double share;
        }

        @Name("sporos.RunFailure")
        @Label("Failure of a run")
        @Category(CATEGORY)
        static final class Failure extends Event {
            static final Failure PROBE = new Failure();

            @Label("Code")
            String code = "";

            @Label("Graph")
            String graph = "";

            @Label("Node")
            String node = "";

            @Label("Message")
            String message = "";
        }

        @Name("sporos.Memory")
        @Label("Memory taken or given back")
        @Category(CATEGORY)
        static final class Memory extends Event {
            static final Memory PROBE = new Memory();

            @Label("Memory space")
            String space = "";

            @Label("Change")
            @Description("Bytes that were taken; less than 0 where they were given back")
            @DataAmount
            long change;

            @Label("In use")
            @DataAmount
            long bytesInUse;
        }
    }
}
