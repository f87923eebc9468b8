package org.sporos.host.compare;

import java.util.ArrayList;
import java.util.List;

/**
 * A JVM that runs some of the ten kernels in turns, and prints the time of each in ns. It takes a tier, a number of
 * threads, the length of a measurement in ms, {@code best} or {@code median}, and names of kernels.
 */
public final class TogetherSide {
    private static final int ROUNDS = 3;

    private TogetherSide() {}

    /** Prints a line for each kernel. */
    public static void main(String[] args) {
        int threads = Integer.parseInt(args[1]);
        int millis = Integer.parseInt(args[2]);
        boolean best = args[3].equals("best");
        List<String> names = List.of(args).subList(4, args.length);
        List<ComparedKernels.Case> kernels = ComparedKernels.ten().stream()
                .filter(kernel -> names.contains(kernel.name()))
                .toList();
        List<MeasuredKernel> made = new ArrayList<>();
        for (ComparedKernels.Case kernel : kernels) {
            made.add(new MeasuredKernel(kernel, args[0], threads));
        }
        List<List<Double>> times = new ArrayList<>();
        made.forEach(kernel -> {
            kernel.time(10 * millis, best);
            times.add(new ArrayList<>());
        });
        for (int round = 0; round < ROUNDS; round++) {
            for (int k = 0; k < made.size(); k++) {
                OpenMpSide.rest();
                times.get(k).add(made.get(k).time(millis, best));
            }
        }
        for (int k = 0; k < made.size(); k++) {
            System.out.println(kernels.get(k).name() + " " + MeasuredKernel.median(times.get(k)));
            made.get(k).close();
        }
    }
}
