package org.sporos.host.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/**
 * Runs the same kernels here, in each tier of code, and in C++ with OpenMP: all in turns, several rounds, and prints a table
 * of the medians of the ratios of each round. A program and not a test: it asserts nothing. All kernels run in one process,
 * as in a program that has many. Where no g++ is found it says so and ends.
 *
 * <p>Options: {@code --rounds=N}, {@code --millis=N} (of each measurement), {@code --tiers=loop+bytecode+native},
 * {@code --threads=N}, {@code --best} (compares the shortest times instead of medians: for a machine that has other work),
 * and the names of kernels; all of them if none is named.
 */
public final class KernelCompare {
    private final int threads;
    private final boolean best;

    private KernelCompare(int threads, boolean best) {
        this.threads = threads;
        this.best = best;
    }

    /** Prints the table. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = Integer.parseInt(option(args, "--rounds=", "5"));
        int millis = Integer.parseInt(option(args, "--millis=", "100"));
        List<String> tiers = List.of(option(args, "--tiers=", "bytecode+native").split("\\+"));
        int threads = Integer.parseInt(
                option(args, "--threads=", "" + Runtime.getRuntime().availableProcessors()));
        boolean best = List.of(args).contains("--best");
        List<String> wanted = new ArrayList<>(Arrays.asList(args));
        wanted.removeIf(arg -> arg.startsWith("--"));
        Path folder = Files.createTempDirectory("sporos-kernels");
        Path program = compile(folder);
        if (program == null) {
            System.out.println("skipped: no g++ with OpenMP was found");
            return;
        }
        ProcessBuilder builder = new ProcessBuilder(program.toString(), best ? "best" : "median")
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("OMP_NUM_THREADS", "" + threads);
        Process process = builder.start();
        KernelCompare race = new KernelCompare(threads, best);
        System.out.println("| kernel | size | C++, us | " + String.join(" | ", tiers) + " |");
        System.out.println("| --- | --- | --- |" + " --- |".repeat(tiers.size()));
        try (Writer ask = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
                BufferedReader said =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (ComparedKernels.Case kernel : ComparedKernels.all()) {
                if (wanted.isEmpty() || wanted.contains(kernel.name())) {
                    race.row(kernel, tiers, rounds, millis, ask, said);
                }
            }
        }
        process.waitFor();
    }

    private static String option(String[] args, String name, String otherwise) {
        for (String arg : args) {
            if (arg.startsWith(name)) {
                return arg.substring(name.length());
            }
        }
        return otherwise;
    }

    private static Path compile(Path folder) throws IOException, InterruptedException {
        Path source = folder.resolve("kernels.cpp");
        Path program = folder.resolve("kernels");
        try (InputStream in = KernelCompare.class.getResourceAsStream("kernels.cpp")) {
            Files.write(source, in.readAllBytes());
        }
        try {
            int exit = new ProcessBuilder(
                            "g++",
                            "-O3",
                            "-march=native",
                            "-fopenmp",
                            "-std=c++17",
                            "-o",
                            program.toString(),
                            source.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
            return exit == 0 ? program : null;
        } catch (IOException absent) {
            return null;
        }
    }

    private void row(
            ComparedKernels.Case kernel, List<String> tiers, int rounds, int millis, Writer ask, BufferedReader said)
            throws IOException {
        List<Double> times = new ArrayList<>();
        Map<String, List<Double>> ratios = new TreeMap<>();
        List<ExecutionSpace> spaces = new ArrayList<>();
        List<ExecutableGraph> graphs = new ArrayList<>();
        try {
            for (String tier : tiers) {
                ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads + ",kernels=" + tier);
                spaces.add(space);
                graphs.add(kernel.graph().make(space, kernel.size()).instantiate(space));
                time(graphs.get(graphs.size() - 1), 4 * millis);
            }
            for (int round = 0; round < rounds; round++) {
                ask.write(kernel.name() + " " + kernel.size() + " " + millis + "\n");
                ask.flush();
                double theirs = Double.parseDouble(said.readLine());
                times.add(theirs);
                for (int t = 0; t < tiers.size(); t++) {
                    double ours = time(graphs.get(t), millis);
                    ratios.computeIfAbsent(tiers.get(t), tier -> new ArrayList<>())
                            .add(theirs / ours);
                }
            }
        } finally {
            graphs.forEach(ExecutableGraph::close);
            spaces.forEach(ExecutionSpace::close);
        }
        StringBuilder line = new StringBuilder("| " + kernel.name() + " | " + kernel.size() + " | ");
        line.append(String.format(Locale.ROOT, "%.1f |", median(times) / 1000));
        for (String tier : tiers) {
            line.append(String.format(Locale.ROOT, " %.2f |", median(ratios.get(tier))));
        }
        System.out.println(line);
    }

    /** Returns the median or shortest time of a submit and a fence in ns. */
    private double time(ExecutableGraph graph, int millis) {
        List<Double> times = new ArrayList<>();
        long end = System.nanoTime() + millis * 1_000_000L;
        while (System.nanoTime() < end) {
            long before = System.nanoTime();
            graph.submit();
            graph.space().fence();
            times.add((double) (System.nanoTime() - before));
        }
        return best ? Collections.min(times) : median(times);
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
