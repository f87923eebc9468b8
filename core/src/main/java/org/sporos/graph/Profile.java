package org.sporos.graph;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The times of an executable's runs, launch by launch, as {@link ExecutableGraph#profile} has measured them. All times
 * are nanoseconds. Immutable, thread-safe.
 *
 * <p>Of every two runs the first one is <i>recorded</i>: the begin and the end of each launch are noted. The other one
 * is plain, so that the profile can tell by how much recording slows a run. On host a launch is recorded by the threads
 * that do its chunks; on a GPU by the device's clock, in kernels of one thread before and after it, whose own launches
 * count among the gaps.
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
     * Some times of the same kind.
     *
     * @param count how many there are
     * @param median the one in the middle, 0 if there is none
     * @param p90 the one that nine of ten do not exceed, 0 if there is none
     */
    record Times(long count, long median, long p90) {}

    /**
     * The least that a launch must do, as far as the code of its kernels tells: each element that it reads or writes is
     * moved once, whatever caches do. Of several nodes the sum.
     *
     * @param bytes the bytes that must be moved, or less
     * @param isAllBytes whether that is all; not where indexes come from memory or conditions depend on data
     * @param operations the operations on floating-point numbers, or less: a fused multiply-add is two, a function of
     *     {@code Math} one, a comparison none
     * @param isAllOperations whether that is all
     */
    record LeastWork(long bytes, boolean isAllBytes, long operations, boolean isAllOperations) {
        /** Nothing that is known. */
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
     * @param nodes its nodes; where there are several, a shadow measurement tells their own shares
     * @param times how long it took, each time that it ran, from its begin to its end on all threads
     * @param perRun how often it ran in a run: more than once in the body of a loop, and less in one that is skipped
     * @param work the least that it does each time
     * @param share its part of the time of all rows in the faster half of the recorded runs, from 0 to 1
     * @param shadow its nodes as {@link #withNodeShares} has measured them; empty if it has not, and of a single node
     */
    record ProfiledLaunch(
            List<Node> nodes, Times times, double perRun, LeastWork work, double share, List<NodeShare> shadow) {
        /** Keeps unmodifiable copies. */
        public ProfiledLaunch {
            nodes = List.copyOf(nodes);
            shadow = List.copyOf(shadow);
        }

        /** Returns the gigabytes of {@link #work} in a second at the median time; 0 if none are known. */
        public double gigabytesPerSecond() {
            return times.median() == 0 ? 0 : (double) work.bytes() / times.median();
        }

        /** Returns the gigaflops of {@link #work} in a second at the median time; 0 if none are known. */
        public double gigaflopsPerSecond() {
            return times.median() == 0 ? 0 : (double) work.operations() / times.median();
        }
    }

    /**
     * A node of a launch of several, as a shadow measurement has found it: the node ran alone, on copies of its views.
     *
     * @param node the node
     * @param alone how long it took alone
     * @param share its part of the launch, from 0 to 1: its median time alone over the sum of those of all nodes of the
     *     launch; 0 if one of these was not repeated
     * @param skipped why it was not repeated, in words; empty if it was
     */
    record NodeShare(Node node, Times alone, double share, String skipped) {}

    /**
     * The rates of two built-in loops on a space: few kernels are faster.
     *
     * @param gigabytesPerSecond of a triad, {@code a[i] = b[i] + s * c[i]}, over arrays larger than caches
     * @param gigaflopsPerSecond of fused multiply-adds of doubles, four chains of them in each work item
     */
    record Ceilings(double gigabytesPerSecond, double gigaflopsPerSecond) {}

    /** Returns the graph that was run. */
    Graph graph();

    /** Returns the launches in the order of the plan, without those that never ran. */
    List<ProfiledLaunch> launches();

    /** Returns how long the recorded runs took, from the first thing that was done to the last. */
    Times recordedRuns();

    /** Returns how long it took from a submit to the moment when its end was seen, of recorded runs. */
    Times recordedTurnarounds();

    /** Returns the same of plain runs. */
    Times plainTurnarounds();

    /** Returns how long the submits of plain runs took; where there is none, those of recorded runs. */
    Times submits();

    /** Returns how many threads had a part in a recorded run, or how many launches of a GPU went on at a time. */
    int rows();

    /** Returns the part of the rows' time in which no launch went on, from 0 to 1; with the shares it makes 1. */
    double gapShare();

    /** Returns the shortest step of the clock that recorded the launches. */
    double clockNanos();

    /** Returns how many pieces of recorded runs there was no room for: a GPU has room for 131072 launches of a loop. */
    long lostPieces();

    /**
     * Returns the rates of built-in loops on the space that was profiled. The first call for a space measures them,
     * which takes some seconds and 192 MiB of its memory for that time; from then on tables show them.
     *
     * @throws org.sporos.space.OutOfMemoryException if there is no room for the arrays
     * @throws IllegalStateException if the space is closed and they were not measured before
     */
    Ceilings roofline();

    /**
     * Returns this profile with the own share of each node of launches of several. Such a node has no time of its own,
     * so its share comes from a <i>shadow measurement</i>: each node runs alone, on copies of the views, with the
     * values that they hold now, and in temporary memory of the graph with zeros. So the graph's own views stay as they
     * are. Alone a node moves what merged ones keep in registers: times alone add up to more than the launch took, and
     * shares are estimates. The table, the trace and the pictures mark them as a shadow.
     *
     * <p>Host nodes, captures, events and collectives are never repeated. They are never merged, either. A node that
     * prints is left out, and one that finds a view in a static field; then the launch has no shares, and the reason
     * stands in the table.
     *
     * <p>Each node of such a launch is instantiated once, which compiles it on a GPU, and there are copies of the views
     * of one launch at a time. Waits for all runs of the space first.
     *
     * @param runs how many runs of each node are timed, after at least as many that warm it up
     * @throws IllegalArgumentException if that is less than 1
     * @throws IllegalStateException if the space or a view of the graph is closed
     * @throws org.sporos.space.OutOfMemoryException if there is no room for the copies
     */
    Profile withNodeShares(int runs);

    /**
     * Writes the fastest recorded run as a trace that Perfetto and Chrome show: a row a thread, a slice a piece of a
     * launch, and the edges of the plan as arrows.
     *
     * @throws IOException if the file cannot be written
     */
    void trace(Path file) throws IOException;

    /**
     * Writes the fastest recorded run as a picture: a row a thread, a bar a piece of a launch, in the colours of
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
