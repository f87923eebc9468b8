package org.sporos.samples.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Two implementations on the same cores beside the same load: measures their variants of running a graph in turns,
 * round by round.
 */
final class Race implements AutoCloseable {
    static final String SPOROS = "sporos";
    static final String SERIAL = "serial";
    static final List<String> TBB = List.of("tbb-flow-light", "tbb-flow", "tbb-group", "tbb-levels");
    static final List<String> OTHERS = List.of("omp-levels", "omp-tasks");

    /** The JVM compiles during the warm-up: on few cores its compiler threads would compete with the graph. */
    private static final double WARM_UP_MILLIS = 2_000;

    /** The work of a node, in iterations of a loop: the same loop on both sides. */
    private static final int CALIBRATION = 100_000;

    private final Counterpart java;
    private final Counterpart cpp;
    private final List<Process> load = new ArrayList<>();
    private final double iterationsPerNano;

    /**
     * Starts both sides.
     *
     * @param program the C++ side
     * @param ours the main class of the Java side and its arguments
     * @param pinned whether all runs on one core
     * @param spinners the number of concurrent processes that only spin
     */
    Race(String program, List<String> ours, boolean pinned, int spinners) throws IOException {
        List<String> prefix = pinned ? List.of("taskset", "-c", "0") : List.of();
        List<String> jvm = new ArrayList<>(prefix);
        jvm.add(System.getProperty("java.home") + "/bin/java");
        jvm.addAll(Arrays.asList(System.getProperty("sporos.compare.jvm", "-Xmx6g -XX:+UseParallelGC")
                .split(" ")));
        jvm.addAll(List.of("-cp", System.getProperty("java.class.path")));
        jvm.addAll(ours);
        List<String> command = new ArrayList<>(prefix);
        command.add(program);
        java = new Counterpart("Sporos", jvm);
        cpp = new Counterpart("C++", command);
        iterationsPerNano = calibrate();
        for (int i = 0; i < spinners; i++) {
            load.add(new ProcessBuilder(program, "spin").start());
        }
    }

    private double calibrate() {
        both("graph one 1 0");
        cpp.ask("use one serial " + CALIBRATION);
        double best = Double.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            best = Math.min(best, measure(cpp, 20, 0).median());
        }
        return CALIBRATION / best;
    }

    private void both(String command) {
        java.ask(command);
        cpp.ask(command);
    }

    /** Returns the times of each variant per round, for a graph with nodes of a given duration in nanoseconds. */
    Map<String, List<Sample>> run(Dag dag, double nanos, int rounds, double millis, double least) {
        both(dag.command());
        int iterations = (int) Math.round(nanos * iterationsPerNano);
        List<String> ways = new ArrayList<>(List.of(SPOROS, SERIAL));
        ways.addAll(TBB);
        ways.addAll(OTHERS);
        // Without oneTBB the C++ side refuses its variants.
        ways.removeIf(way -> !way.equals(SPOROS) && !use(dag, way, iterations));
        return inTurns(
                ways,
                rounds,
                way -> {
                    use(dag, way, iterations);
                    return measure(side(way), millis, least);
                },
                () -> {
                    use(dag, SPOROS, iterations);
                    measure(java, WARM_UP_MILLIS, least);
                });
    }

    /** Returns the times of each variant per round, for a loop over a number of elements. */
    Map<String, List<Sample>> axpy(int size, int rounds, double millis) {
        return inTurns(
                List.of(SPOROS, SERIAL, "omp"),
                rounds,
                way -> Sample.parse(side(way).ask("axpy " + way + " " + size + " " + millis)),
                () -> java.ask("axpy sporos " + size + " " + WARM_UP_MILLIS));
    }

    /** Returns the round-trip time of a word between two threads: a lower bound for threads that share a run. */
    double roundTrip(double millis) {
        return Sample.parse(cpp.ask("roundtrip " + millis)).median();
    }

    private static Map<String, List<Sample>> inTurns(
            List<String> ways, int rounds, Function<String, Sample> measure, Runnable warmUp) {
        Map<String, List<Sample>> all = new LinkedHashMap<>();
        warmUp.run();
        for (int r = 0; r < rounds; r++) {
            for (String way : ways) {
                OpenMpSide.rest();
                all.computeIfAbsent(way, name -> new ArrayList<>()).add(measure.apply(way));
            }
        }
        return all;
    }

    private Counterpart side(String way) {
        return way.equals(SPOROS) ? java : cpp;
    }

    private boolean use(Dag dag, String way, int iterations) {
        return side(way).ask("use " + dag.name() + " " + way + " " + iterations).equals("ok");
    }

    private static Sample measure(Counterpart side, double millis, double least) {
        return Sample.parse(side.ask("measure " + millis + " " + (long) least));
    }

    @Override
    public void close() {
        load.forEach(Process::destroyForcibly);
        java.close();
        cpp.close();
    }
}
