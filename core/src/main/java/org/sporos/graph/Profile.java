package org.sporos.graph;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The measured times of an executable's runs, launch by launch, from {@link ExecutableGraph#profile}. All times are
 * nanoseconds. Immutable, thread-safe.
 *
 * <p>Of every two runs the first one is <i>recorded</i>, with the start and end of each launch. The other one is plain,
 * which shows the overhead of recording. On host a launch is recorded by the threads that run its chunks; on a GPU by
 * the device's clock, in kernels of one thread before and after it, whose own launches count among the gaps.
 *
 * <pre>{@code
 * Profile profile = exec.profile(100);
 * profile.roofline();                    // the rates of this space stand in the table, too
 * System.out.println(profile);
 * System.out.println(profile.withNodeShares(20)); // with the nodes of merged launches
 * profile.trace(Path.of("step.json"));   // for ui.perfetto.dev or chrome://tracing
 * profile.svg(Path.of("step.svg"));      // one run: a row a thread, a bar a launch
 * profile.graphSvg(Path.of("graph.svg")); // the graph, with times on its nodes
 * }</pre>
 */
public interface Profile {

    /**
     * A sample of times.
     *
     * @param count the size of the sample
     * @param median the median, 0 for an empty sample
     * @param p90 the 90th percentile, 0 for an empty sample
     */
    record Times(long count, long median, long p90) {}

    /**
     * A lower bound of the work of a launch, derived from the code of its kernels: each accessed element is moved once,
     * without regard to caches. The sum for several nodes.
     *
     * @param bytes a lower bound of the moved bytes
     * @param isAllBytes whether the bound is exact; false if indexes come from memory or conditions depend on data
     * @param operations a lower bound of floating-point operations: a fused multiply-add counts two, a function of
     * {@code Math} one, a comparison none
     * @param isAllOperations whether the bound is exact
     */
    record LeastWork(long bytes, boolean isAllBytes, long operations, boolean isAllOperations) {
        /** The unknown work. */
        public static final LeastWork UNKNOWN = new LeastWork(0, false, 0, false);

        /** Returns the sum of both. */
        public LeastWork plus(LeastWork other) {
            return new LeastWork(
                    bytes + other.bytes,
                    isAllBytes && other.isAllBytes,
                    operations + other.operations,
                    isAllOperations && other.isAllOperations);
        }
    }

    /**
     * A launch: one node, or several that were merged into one.
     *
     * @param nodes its nodes; the shares of several are found by a shadow measurement
     * @param times the time of each execution, from its start to its end on all threads
     * @param perRun the average number of executions per run: more than one in the body of a loop, less in a skipped
     * branch
     * @param work the lower bound of its work per execution
     * @param share its fraction of the time of all rows in the faster half of the recorded runs
     * @param shadow its nodes as measured by {@link #withNodeShares}; empty before, and for a single node
     */
    record ProfiledLaunch(
            List<Node> nodes, Times times, double perRun, LeastWork work, double share, List<NodeShare> shadow) {
        /** Keeps unmodifiable copies. */
        public ProfiledLaunch {
            nodes = List.copyOf(nodes);
            shadow = List.copyOf(shadow);
        }

        /** Returns the gigabytes of {@link #work} per second at the median time, 0 if unknown. */
        public double gigabytesPerSecond() {
            return times.median() == 0 ? 0 : (double) work.bytes() / times.median();
        }

        /** Returns the gigaflops of {@link #work} at the median time, 0 if unknown. */
        public double gigaflopsPerSecond() {
            return times.median() == 0 ? 0 : (double) work.operations() / times.median();
        }
    }

    /**
     * A node of a merged launch, timed by a shadow measurement: alone, on copies of its views.
     *
     * @param node the node
     * @param alone its times alone
     * @param share its fraction of the launch: its median time alone, divided by the sum over all nodes of the launch;
     * 0 if one of these was skipped
     * @param skipped the reason why it was skipped, else empty
     */
    record NodeShare(Node node, Times alone, double share, String skipped) {}

    /**
     * The roofline of a space, from two built-in loops: few kernels are faster.
     *
     * @param gigabytesPerSecond the bandwidth of a triad, {@code a[i] = b[i] + s * c[i]}, over arrays larger than
     * caches
     * @param gigaflopsPerSecond the rate of fused multiply-adds of doubles, in four chains per work item
     */
    record Ceilings(double gigabytesPerSecond, double gigaflopsPerSecond) {}

    /** Returns the profiled graph. */
    Graph graph();

    /** Returns the launches in the order of the plan, without those that never ran. */
    List<ProfiledLaunch> launches();

    /** Returns the times of recorded runs, from the start of the first launch to the end of the last. */
    Times recordedRuns();

    /** Returns the times of recorded runs from the submit until their end was observed. */
    Times recordedTurnarounds();

    /** Returns the times of plain runs from the submit until their end was observed. */
    Times plainTurnarounds();

    /** Returns the times of the submits of plain runs, or of recorded runs if there is no plain one. */
    Times submits();

    /** Returns the number of threads that participated in recorded runs, or of concurrent launches on a GPU. */
    int rows();

    /** Returns the fraction of the rows' time without a launch; with the shares it adds up to 1. */
    double gapShare();

    /** Returns the resolution of the clock that recorded the launches. */
    double clockNanos();

    /**
     * Returns the number of pieces lost for lack of space: a GPU records up to 131072 executions of a loop's launch.
     */
    long lostPieces();

    /**
     * Returns the roofline of the profiled space. The first call for a space measures it, which needs some seconds and
     * temporarily 192 MiB of its memory; later tables show it.
     *
     * @throws org.sporos.space.OutOfMemoryException if the arrays do not fit
     * @throws IllegalStateException if the space is closed and was not measured before
     */
    Ceilings roofline();

    /**
     * Returns this profile with the share of each node of merged launches. Such a node has no time of its own, so its
     * share comes from a <i>shadow measurement</i>: each node runs alone, on copies of the views with their current
     * values, and with zeros in the graph's temporary memory. So the graph's own views stay unchanged. Alone a node
     * moves values that merged nodes keep in registers: the times alone add up to more than the launch took, and shares
     * are estimates. The table, the trace and the pictures mark them as a shadow.
     *
     * <p>Host nodes, captures, events and collectives are neither merged nor repeated. Nodes that print or read a view
     * from a static field are skipped; then the launch has no shares, and the table gives the reason.
     *
     * <p>Each node of such a launch is instantiated once, which compiles it on a GPU, with copies of the views of one
     * launch at a time. Waits for all runs of the space first.
     *
     * @param runs the number of timed runs of each node, after at least as many warm-up runs
     * @throws IllegalArgumentException if that is less than 1
     * @throws IllegalStateException if the space or a view of the graph is closed
     * @throws org.sporos.space.OutOfMemoryException if the copies do not fit
     */
    Profile withNodeShares(int runs);

    /**
     * Writes the fastest recorded run as a trace that Perfetto and Chrome show: a row per thread, a slice per piece of
     * a launch, and the edges of the plan as arrows.
     *
     * @throws IOException if the file cannot be written
     */
    void trace(Path file) throws IOException;

    /**
     * Writes the fastest recorded run as a picture: a row per thread, a bar per piece of a launch, in the colours of
     * {@link org.sporos.render.Svg}.
     *
     * @throws IOException if the file cannot be written
     */
    void svg(Path file) throws IOException;

    /**
     * Writes the graph as a picture with the time of each node's launch on it.
     *
     * @throws IOException if the file cannot be written
     */
    void graphSvg(Path file) throws IOException;

    /** Returns a table: the runs, then a line for each launch, those with the largest share first. */
    @Override
    String toString();
}
