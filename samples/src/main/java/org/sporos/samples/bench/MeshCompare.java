package org.sporos.samples.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/**
 * Runs a code of {@link MeshStep 32 kernels} on an unstructured mesh beside its twin in C++ with OpenMP: same
 * algorithm, same layout, same numbers, in turns, and prints medians of the rounds. It checks that the results have the
 * bits of the C++ side without contraction.
 *
 * <p>Options: {@code --cpp=PROGRAM} and {@code --strict=PROGRAM} (the built {@code mesh.cpp}), {@code --side=N} (cells
 * along a side of the mesh), {@code --steps=N} (of a run), {@code --rounds=N}, {@code --seconds=S} (run time of each
 * side before the first round), {@code --threads=1+2} and {@code --tiers=auto+native+bytecode}.
 */
@SuppressWarnings("NullAway") // Each map has each name.
public final class MeshCompare {
    private static final String CPP = "C++";

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final int side;
    private final int steps;
    private final int rounds;
    private final double seconds;
    private final Map<String, Runner> runners = new LinkedHashMap<>();
    private final Map<String, List<Double>> times = new LinkedHashMap<>();
    private final Map<String, List<Double>> processor = new LinkedHashMap<>();
    private final Map<String, Long> hashes = new LinkedHashMap<>();

    /** One run of all steps. */
    private interface Runner {
        Result run();
    }

    /**
     * The results of a run.
     *
     * @param time the wall time of a step in ns
     * @param processor the CPU time of all threads in a step in ns
     */
    private record Result(double time, double processor) {}

    private MeshCompare(Options options) {
        side = options.number("side", 100);
        steps = options.number("steps", 20);
        rounds = options.number("rounds", 7);
        seconds = Double.parseDouble(options.text("seconds", "5"));
    }

    /** Prints the table. */
    public static void main(String... args) throws IOException {
        Options options = new Options(args);
        MeshCompare compare = new MeshCompare(options);
        Mesh mesh = new Mesh(compare.side);
        Path file = Files.createTempFile("sporos-mesh", ".bin");
        mesh.write(file);
        List<AutoCloseable> open = new ArrayList<>();
        List<String> threads = options.list("threads", "1+2");
        open.add(compare.twin(CPP, options.text("cpp", ""), file, threads));
        open.add(compare.twin(CPP + " strict", options.text("strict", ""), file, threads));
        for (String tier : options.list("tiers", "auto+native+bytecode")) {
            for (String count : threads) {
                open.add(compare.ours(mesh, tier, count));
            }
        }
        compare.measure();
        compare.print(mesh, threads);
        for (AutoCloseable side : open) {
            close(side);
        }
    }

    private static void close(AutoCloseable side) {
        try {
            side.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private OpenMpSide twin(String name, String program, Path mesh, List<String> threads) throws IOException {
        if (program.isEmpty()) {
            throw new IllegalArgumentException(
                    "no --cpp=PROGRAM or --strict=PROGRAM: samples/src/bench/openmp/compare" + " builds them");
        }
        OpenMpSide twin = new OpenMpSide(program, mesh.toString());
        for (String count : threads) {
            String row = name + ", " + count;
            runners.put(
                    row,
                    () -> twin.ask(count + " " + steps, Integer.parseInt(count)).stream()
                            .map(answer -> answer(row, answer.split(" ")))
                            .min(Comparator.comparingDouble(Result::time))
                            .orElseThrow());
        }
        return twin;
    }

    private Result answer(String row, String[] words) {
        hashes.put(row, Long.parseUnsignedLong(words[2]));
        return new Result(Double.parseDouble(words[0]), Double.parseDouble(words[1]));
    }

    private AutoCloseable ours(Mesh mesh, String tier, String threads) {
        ExecutionSpace space =
                ExecutionSpaces.open("host,threads=" + threads + (tier.equals("auto") ? "" : ",kernels=" + tier));
        MeshFields fields = new MeshFields(space, mesh);
        ExecutableGraph exec = MeshStep.run(fields, steps).instantiate(space);
        String row = tier + ", " + threads;
        runners.put(row, () -> {
            long used = PROCESS.getProcessCpuTime();
            long begin = System.nanoTime();
            exec.submit();
            space.fence();
            double time = (System.nanoTime() - begin) / (double) steps;
            used = PROCESS.getProcessCpuTime() - used;
            hashes.computeIfAbsent(row, r -> fields.hash());
            return new Result(time, used / (double) steps);
        });
        return () -> {
            exec.close();
            space.close();
        };
    }

    private void measure() {
        Map<String, Double> done = new LinkedHashMap<>();
        boolean cold = true;
        while (cold) {
            cold = false;
            for (Map.Entry<String, Runner> runner : runners.entrySet()) {
                double now = done.merge(runner.getKey(), runner.getValue().run().time() * steps, Double::sum);
                cold |= now < seconds * 1e9 && !runner.getKey().startsWith(CPP);
            }
        }
        for (int round = 0; round < rounds; round++) {
            runners.forEach((row, runner) -> {
                OpenMpSide.rest();
                Result result = runner.run();
                times.computeIfAbsent(row, r -> new ArrayList<>()).add(result.time());
                processor.computeIfAbsent(row, r -> new ArrayList<>()).add(result.processor());
            });
        }
    }

    private void print(Mesh mesh, List<String> threads) {
        System.out.println("Java " + Runtime.version().feature() + ", " + mesh.cells + " cells, " + mesh.nodes
                + " nodes, " + mesh.faces + " faces, " + steps + " steps a run\n");
        Table.head("| side, threads | us a step | us of processors | C++ / this | C++ strict / this |"
                + " bytes allocated a step | bits |");
        Long right = hashes.get(CPP + " strict, " + threads.get(0));
        runners.keySet().forEach(row -> {
            String count = row.substring(row.lastIndexOf(' ') + 1);
            String bytes = row.startsWith(CPP) ? "" : String.format(Locale.ROOT, "%.0f", allocated(runners.get(row)));
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.1f | %.1f | %.2f | %.2f | %s | %s |%n",
                    row,
                    Clock.median(times.get(row)) / 1000,
                    Clock.median(processor.get(row)) / 1000,
                    ratio(CPP + ", " + count, row),
                    ratio(CPP + " strict, " + count, row),
                    bytes,
                    right.equals(hashes.get(row)) ? "same" : "others");
        });
    }

    /** Returns the median over the rounds of the ratio of times. */
    private double ratio(String one, String other) {
        return Clock.ratio(times.get(one), times.get(other));
    }

    /** Returns the bytes allocated by all threads per step. */
    private double allocated(Runner runner) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] ids = threads.getAllThreadIds();
        long before = Arrays.stream(threads.getThreadAllocatedBytes(ids)).sum();
        runner.run();
        return (Arrays.stream(threads.getThreadAllocatedBytes(ids)).sum() - before) / (double) steps;
    }
}
