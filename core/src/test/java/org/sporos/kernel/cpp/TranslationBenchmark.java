package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IntervalAnalysis;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;

/** Measures the time of the named kernels from bytecode to C++ text; prints rows of a table. */
public final class TranslationBenchmark {
    private static final int ROUNDS = 40;

    private TranslationBenchmark() {}

    /** The times of the steps of a kernel in milliseconds: of the first round and the median of the last half. */
    private record Times(String name, double[] first, double[] warm) {
        double sum() {
            return Arrays.stream(warm).sum();
        }
    }

    /** Runs all kernels; an argument is the number of kernels that are listed individually. */
    public static void main(String[] arguments) {
        List<NamedKernel> kernels = Zoo.all();
        double[][][] nanos = new double[kernels.size()][3][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int k = 0; k < kernels.size(); k++) {
                once(kernels.get(k), nanos[k], round);
            }
        }
        List<Times> all = new ArrayList<>();
        for (int k = 0; k < kernels.size(); k++) {
            all.add(times(kernels.get(k).name(), nanos[k]));
        }
        all.sort(Comparator.comparingDouble(Times::sum).reversed());
        System.out.printf(
                "Java %s, %d kernels, ms a kernel: bytecode to IR | proofs | C++ | all%n",
                System.getProperty("java.version"), all.size());
        row("median", median(all, 0), median(all, 1), median(all, 2));
        row("mean", mean(all, 0), mean(all, 1), mean(all, 2));
        int listed = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
        all.subList(0, listed).forEach(times -> row(times.name, times.warm[0], times.warm[1], times.warm[2]));
        System.out.printf(
                "| first round, mean | %.2f |%n",
                all.stream()
                        .mapToDouble(times -> Arrays.stream(times.first).sum())
                        .average()
                        .orElse(0));
    }

    /** A new lifter reads the class files each time, as for a graph of this kernel alone. */
    private static void once(NamedKernel named, double[][] into, int round) {
        NamedKernel.Instance instance = named.fresh();
        long start = System.nanoTime();
        Kernel kernel = Lifting.lift(named.name(), instance.body());
        long lifted = System.nanoTime();
        Guarantees proofs = IntervalAnalysis.of(kernel, Binding.of(kernel), Lifting.launch(instance.policy()));
        long proven = System.nanoTime();
        CppUnit unit = ZooUnits.of(named.name(), instance, true);
        long ready = System.nanoTime();
        CppEmitter.emit(List.of(unit), CppDialect.HOST, CppOptions.DEFAULT);
        long emitted = System.nanoTime();
        into[0][round] = (lifted - start) / 1e6;
        into[1][round] = (proven - lifted) / 1e6;
        into[2][round] = (emitted - ready) / 1e6;
    }

    private static Times times(String name, double[][] rounds) {
        double[] first = new double[3];
        double[] warm = new double[3];
        for (int step = 0; step < 3; step++) {
            first[step] = rounds[step][0];
            double[] last = Arrays.copyOfRange(rounds[step], ROUNDS / 2, ROUNDS);
            Arrays.sort(last);
            warm[step] = last[last.length / 2];
        }
        return new Times(name, first, warm);
    }

    private static double median(List<Times> all, int step) {
        double[] values =
                all.stream().mapToDouble(times -> times.warm[step]).sorted().toArray();
        return values[values.length / 2];
    }

    private static double mean(List<Times> all, int step) {
        return all.stream().mapToDouble(times -> times.warm[step]).average().orElse(0);
    }

    private static void row(String name, double lift, double prove, double emit) {
        System.out.printf("| %s | %.2f | %.2f | %.2f | %.2f |%n", name, lift, prove, emit, lift + prove + emit);
    }
}
