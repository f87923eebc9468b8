package org.sporos.host.compare;

import static org.sporos.host.compare.MeasuredKernel.median;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Runs the same kernels here, in each tier of code, and in C++ with OpenMP, as the compiler likes and once more without
 * contraction, as Java has it: all in turns, several rounds, and prints a table of the medians of the ratios of each
 * round. A second table compares ten kernels in one JVM with each of them in a JVM of its own. A program and not a
 * test: it asserts nothing. Where no g++ is found it says so and leaves the first table out.
 *
 * <p>Options: {@code --rounds=N}, {@code --millis=N} (of each measurement),
 * {@code --tiers=loop+bytecode+native+auto}, {@code --warm=N} (milliseconds before the first measurement, in
 * which {@code auto} finds its tier), {@code --threads=N}, {@code --best} (compares the shortest times of all rounds
 * instead of medians: for a machine that has other work), and the names of kernels, or {@code together} for the second
 * table; all of them if none is named.
 */
public final class KernelCompare {

    /** Code is slow until the JVM has compiled all of it, the more so what all kernels have in common. */
    private static final int LEAST_WARM_UP = 1000;

    private static final int FIRST_WARM_UP = 5000;

    private final int rounds;
    private final int millis;
    private final int warmMillis;
    private final int threads;
    private final boolean best;
    private final List<String> tiers;
    private boolean warm;

    private KernelCompare(String[] args) {
        rounds = Integer.parseInt(option(args, "--rounds=", "5"));
        millis = Integer.parseInt(option(args, "--millis=", "100"));
        warmMillis = Integer.parseInt(option(args, "--warm=", "" + LEAST_WARM_UP));
        tiers = List.of(option(args, "--tiers=", "bytecode+native").split("\\+"));
        threads = Integer.parseInt(
                option(args, "--threads=", "" + Runtime.getRuntime().availableProcessors()));
        best = List.of(args).contains("--best");
    }

    /** Prints the tables. */
    public static void main(String[] args) throws IOException, InterruptedException {
        KernelCompare compare = new KernelCompare(args);
        List<String> wanted = new ArrayList<>(Arrays.asList(args));
        wanted.removeIf(arg -> arg.startsWith("--"));
        if (!wanted.equals(List.of("together"))) {
            compare.besideCpp(wanted);
        }
        if (wanted.isEmpty() || wanted.contains("together")) {
            compare.together();
        }
    }

    private static String option(String[] args, String name, String otherwise) {
        for (String arg : args) {
            if (arg.startsWith(name)) {
                return arg.substring(name.length());
            }
        }
        return otherwise;
    }

    private void head(String... columns) {
        System.out.println("Java " + Runtime.version().feature() + ", " + threads + " threads, "
                + (best ? "shortest times" : "medians") + "\n");
        System.out.println("| " + String.join(" | ", columns) + " |");
        System.out.println("|" + " --- |".repeat(columns.length));
    }

    private void besideCpp(List<String> wanted) throws InterruptedException, IOException {
        try (OpenMpSide cpp = OpenMpSide.start(threads, best);
                OpenMpSide strict = OpenMpSide.start(threads, best, "-ffp-contract=off")) {
            List<String> columns = new ArrayList<>(List.of("kernel", "size", "C++, us", "C++ strict"));
            columns.addAll(tiers);
            head(columns.toArray(String[]::new));
            for (ComparedKernels.Case kernel : ComparedKernels.all()) {
                if (wanted.isEmpty() || wanted.contains(kernel.name())) {
                    row(kernel, cpp, strict);
                }
            }
            System.out.println();
        } catch (IOException absent) {
            System.out.println("skipped: no g++ with OpenMP was found: " + absent.getMessage());
        }
    }

    private void row(ComparedKernels.Case kernel, OpenMpSide cpp, OpenMpSide strict) throws IOException {
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
            times.get(0).add(cpp.measure(kernel, millis));
            times.get(1).add(strict.measure(kernel, millis));
            for (int t = 0; t < made.size(); t++) {
                OpenMpSide.rest();
                times.get(2 + t).add(made.get(t).time(millis, best));
            }
        }
        made.forEach(MeasuredKernel::close);
        StringBuilder line = new StringBuilder("| " + kernel.name() + " | " + kernel.size() + " | ");
        line.append(String.format(Locale.ROOT, "%.1f |", (best ? least(times.get(0)) : median(times.get(0))) / 1000));
        for (List<Double> side : times.subList(1, times.size())) {
            line.append(String.format(Locale.ROOT, " %.2f |", ratio(times.get(0), side)));
        }
        System.out.println(line);
    }

    /**
     * Returns how much faster the second is: by the shortest times of all rounds, or the median of each round's ratio.
     */
    private double ratio(List<Double> theirs, List<Double> ours) {
        if (best) {
            return least(theirs) / least(ours);
        }
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < ours.size(); round++) {
            ratios.add(theirs.get(round) / ours.get(round));
        }
        return median(ratios);
    }

    private static double least(List<Double> times) {
        return times.stream().mapToDouble(t -> t).min().orElseThrow();
    }

    /** Prints how fast each of ten kernels is beside the nine others, in relation to a JVM that has it alone. */
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
                            Locale.ROOT, " %.1f | %.2f |", median(times.get(name)) / 1000, median(ratios.get(name)))));
        }
        names.forEach(name -> System.out.println(lines.get(name)));
    }

    private Map<String, Double> jvm(String tier, List<String> names) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(System.getProperty("java.home") + "/bin/java", "-cp", System.getProperty("java.class.path")));
        command.addAll(
                List.of(TogetherSide.class.getName(), tier, "" + threads, "" + millis, best ? "best" : "median"));
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
}
