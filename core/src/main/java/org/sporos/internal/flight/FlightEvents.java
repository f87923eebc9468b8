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

/** The events as JFR knows them. {@link Flight} alone names these classes, as a runtime may lack JFR. */
final class FlightEvents {
    private static final String CATEGORY = "Sporos";

    private FlightEvents() {}

    /** An event of a graph that has a begin and an end. */
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
