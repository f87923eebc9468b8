package org.sporos.samples.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/**
 * Runs the same kernels here, in each tier of code, and in C++ with OpenMP, with and without contraction: all in turns,
 * several rounds, and prints a table of median ratios per round. A second table compares ten kernels in one JVM with
 * each of them in a JVM of its own. Without C++ programs the first table is omitted.
 *
 * <p>Options: {@code --cpp=PROGRAM} and {@code --strict=PROGRAM} (the built {@code kernels.cpp}), {@code --rounds=N},
 * {@code --millis=N} (of each measurement), {@code --tiers=loop+bytecode+native+auto}, {@code --warm=N} (milliseconds
 * of warm-up, in which {@code auto} selects its tier), {@code --threads=N}, {@code --best} (compares the shortest times
 * of all rounds instead of medians: for a busy machine), and the names of kernels, or {@code together} for the second
 * table; by default all.
 */
@SuppressWarnings("NullAway") // Each map has each name.
public final class KernelCompare {

    /** Code is slow until the JVM has compiled it, most of all the code shared by all kernels. */
    private static final int LEAST_WARM_UP = 1000;

    private static final int FIRST_WARM_UP = 5000;
    private static final int TEN_ROUNDS = 3;

    private final Options options;
    private final int rounds;
    private final int millis;
    private final int warmMillis;
    private final int threads;
    private final boolean best;
    private final List<String> tiers;
    private boolean warm;

    private KernelCompare(Options options) {
        this.options = options;
        rounds = options.number("rounds", 5);
        millis = options.number("millis", 100);
        warmMillis = options.number("warm", LEAST_WARM_UP);
        tiers = options.list("tiers", "bytecode+native");
        threads = options.number("threads", Runtime.getRuntime().availableProcessors());
        best = options.has("best");
    }

    /** Prints the tables. */
    public static void main(String... args) throws IOException, InterruptedException {
        Options options = new Options(args);
        KernelCompare compare = new KernelCompare(options);
        List<String> wanted = options.words();
        if (options.has("ten")) {
            compare.ten(wanted);
            return;
        }
        if (!wanted.equals(List.of("together"))) {
            compare.besideCpp(wanted);
        }
        if (wanted.isEmpty() || wanted.contains("together")) {
            compare.together();
        }
    }

    private void head(String... columns) {
        System.out.println("Java " + Runtime.version().feature() + ", " + threads + " threads, "
                + (best ? "shortest times" : "medians") + "\n");
        Table.head("| " + String.join(" | ", columns) + " |");
    }

    private void besideCpp(List<String> wanted) throws IOException {
        String program = options.text("cpp", "");
        if (program.isEmpty()) {
            System.out.println("skipped: no --cpp=PROGRAM and --strict=PROGRAM, which compare builds\n");
            return;
        }
        try (OpenMpSide cpp = cpp(program);
                OpenMpSide strict = cpp(options.text("strict", program))) {
            List<String> columns = new ArrayList<>(List.of("kernel", "size", "C++, us", "C++ strict"));
            columns.addAll(tiers);
            head(columns.toArray(String[]::new));
            for (ComparedKernels.Case kernel : ComparedKernels.all()) {
                if (wanted.isEmpty() || wanted.contains(kernel.name())) {
                    row(kernel, cpp, strict);
                }
            }
            System.out.println();
        }
    }

    private OpenMpSide cpp(String program) throws IOException {
        return new OpenMpSide("OMP_NUM_THREADS=" + threads, program, best ? "best" : "median");
    }

    /** Returns the time of a run in ns. */
    private double measure(OpenMpSide cpp, ComparedKernels.Case kernel) {
        return cpp.ask(kernel.name() + " " + kernel.size() + " " + millis, threads).stream()
                .mapToDouble(Double::parseDouble)
                .min()
                .orElseThrow();
    }

    private void row(ComparedKernels.Case kernel, OpenMpSide cpp, OpenMpSide strict) {
        List<MeasuredKernel> made = new ArrayList<>();
        List<List<Double>> times = new ArrayList<>();
        for (String tier : tiers) {
            made.add(new MeasuredKernel(kernel, tier, threads));
        }
        for (int side = 0; side < made.size() + 2; side++) {
            times.add(new ArrayList<>());
        }
        int warmUp = Math.max(4 * millis, warm ? warmMillis : FIRST_WARM_UP);
        warm = true;
        made.forEach(ours -> ours.time(warmUp, best));
        for (int round = 0; round < rounds; round++) {
            times.get(0).add(measure(cpp, kernel));
            times.get(1).add(measure(strict, kernel));
            for (int t = 0; t < made.size(); t++) {
                OpenMpSide.rest();
                times.get(2 + t).add(made.get(t).time(millis, best));
            }
        }
        made.forEach(MeasuredKernel::close);
        StringBuilder line = new StringBuilder("| " + kernel.name() + " | " + kernel.size() + " | ");
        line.append(
                String.format(Locale.ROOT, "%.1f |", (best ? least(times.get(0)) : Clock.median(times.get(0))) / 1000));
        for (List<Double> side : times.subList(1, times.size())) {
            line.append(String.format(Locale.ROOT, " %.2f |", ratio(times.get(0), side)));
        }
        System.out.println(line);
    }

    /** Returns the ratio of times: of the shortest times of all rounds, or the median of the ratios per round. */
    private double ratio(List<Double> theirs, List<Double> ours) {
        return best ? least(theirs) / least(ours) : Clock.ratio(theirs, ours);
    }

    private static double least(List<Double> times) {
        return times.stream().mapToDouble(t -> t).min().orElseThrow();
    }

    /** Prints the speed of each of ten kernels beside the nine others, relative to a JVM of its own. */
    private void together() throws IOException, InterruptedException {
        List<String> names =
                ComparedKernels.ten().stream().map(ComparedKernels.Case::name).toList();
        List<String> columns = new ArrayList<>(List.of("one of ten kernels"));
        tiers.forEach(tier -> columns.addAll(List.of("alone, us, " + tier, "speed among ten, " + tier)));
        head(columns.toArray(String[]::new));
        Map<String, StringBuilder> lines = new HashMap<>();
        names.forEach(name -> lines.put(name, new StringBuilder("| " + name + " |")));
        for (String tier : tiers) {
            Map<String, List<Double>> ratios = new HashMap<>();
            Map<String, List<Double>> times = new HashMap<>();
            for (int round = 0; round < Math.min(3, rounds); round++) {
                Map<String, Double> among = jvm(tier, names);
                for (String name : names) {
                    double alone = jvm(tier, List.of(name)).get(name);
                    times.computeIfAbsent(name, n -> new ArrayList<>()).add(alone);
                    ratios.computeIfAbsent(name, n -> new ArrayList<>()).add(alone / among.get(name));
                }
            }
            names.forEach(name -> lines.get(name)
                    .append(String.format(
                            Locale.ROOT,
                            " %.1f | %.2f |",
                            Clock.median(times.get(name)) / 1000,
                            Clock.median(ratios.get(name)))));
        }
        names.forEach(name -> System.out.println(lines.get(name)));
    }

    private Map<String, Double> jvm(String tier, List<String> names) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(System.getProperty("java.home") + "/bin/java", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(
                KernelCompare.class.getName(),
                "--ten",
                "--tiers=" + tier,
                "--threads=" + threads,
                "--millis=" + millis));
        if (best) {
            command.add("--best");
        }
        command.addAll(names);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Map<String, Double> times = new HashMap<>();
        for (String line : process.inputReader().lines().toList()) {
            int blank = line.lastIndexOf(' ');
            times.put(line.substring(0, blank), Double.parseDouble(line.substring(blank + 1)));
        }
        process.waitFor();
        return times;
    }

    /** Measures some of the ten kernels in turns in this JVM, and prints the time of each in ns. */
    private void ten(List<String> names) {
        List<ComparedKernels.Case> kernels = ComparedKernels.ten().stream()
                .filter(kernel -> names.contains(kernel.name()))
                .toList();
        List<MeasuredKernel> made = new ArrayList<>();
        kernels.forEach(kernel -> made.add(new MeasuredKernel(kernel, tiers.get(0), threads)));
        List<List<Double>> times = new ArrayList<>();
        made.forEach(kernel -> {
            kernel.time(10 * millis, best);
            times.add(new ArrayList<>());
        });
        for (int round = 0; round < TEN_ROUNDS; round++) {
            for (int k = 0; k < made.size(); k++) {
                OpenMpSide.rest();
                times.get(k).add(made.get(k).time(millis, best));
            }
        }
        for (int k = 0; k < made.size(); k++) {
            System.out.println(kernels.get(k).name() + " " + Clock.median(times.get(k)));
            made.get(k).close();
        }
    }

    /** A kernel of this JVM in one tier of code, in a space of its own. */
    private static final class MeasuredKernel implements AutoCloseable {
        private final ExecutionSpace space;
        private final Kernels views;
        private final ExecutableGraph graph;

        MeasuredKernel(ComparedKernels.Case kernel, String tier, int threads) {
            space = ExecutionSpaces.open("host,threads=" + threads + ",kernels=" + tier);
            views = new Kernels(space);
            graph = kernel.graph().make(views, kernel.size()).instantiate(space);
        }

        /** Returns the median or shortest time of a submit and a fence in ns. */
        double time(int millis, boolean best) {
            List<Double> times = new ArrayList<>();
            long end = System.nanoTime() + millis * 1_000_000L;
            while (System.nanoTime() < end) {
                long before = System.nanoTime();
                graph.submit();
                space.fence();
                times.add((double) (System.nanoTime() - before));
            }
            return best ? times.stream().mapToDouble(t -> t).min().orElseThrow() : Clock.median(times);
        }

        @Override
        public void close() {
            graph.close();
            views.close();
            space.close();
        }
    }
}
