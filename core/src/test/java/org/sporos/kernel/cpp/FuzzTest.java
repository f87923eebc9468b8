package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.matrix.Full;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.ByteView;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.ShortView;
import org.sporos.view.View;

/**
 * Random kernels, compiled by javac, lifted and emitted, give the bits of the JVM. The property {@code
 * sporos.fuzz.seed} sets the first seed, {@code sporos.fuzz.seeds} the number of seeds of the long test, and {@code
 * sporos.fuzz.kernels} the number of kernels per seed.
 */
class FuzzTest {
    private static final int ITEMS = 40;
    private static final int[] BEGINS = {
        0, -1, -ITEMS, -7, 1000, Integer.MIN_VALUE, Integer.MAX_VALUE - ITEMS, Integer.MAX_VALUE - ITEMS - 3
    };

    /** A quarter of the inputs are special values of arithmetic. */
    private static final double[] SPECIAL = {
        0.0,
        -0.0,
        1,
        -1,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        Float.MIN_VALUE
    };

    @TempDir
    Path folder;

    @BeforeEach
    void compilers() {
        Tools.require("g++", "random kernels are not compared with the JVM");
        Javac.require();
    }

    @Test
    void random_kernels_give_the_bits_of_the_jvm() throws Exception {
        long seed = Long.getLong("sporos.fuzz.seed", 20250917);
        int count = Full.count(15, 60);
        fuzz(seed, count, CppOptions.DEFAULT, true);
        fuzz(seed + 1, count, CppOptions.DEFAULT.withGoto(), false);
        fuzz(seed + 2, count, CppOptions.DEFAULT.withHoisting(), false);
    }

    @Test
    @Tag("full")
    void five_thousand_random_kernels_give_the_bits_of_the_jvm() throws Exception {
        long seed = Long.getLong("sporos.fuzz.seed", System.nanoTime());
        int seeds = Integer.getInteger("sporos.fuzz.seeds", 40);
        int kernels = Integer.getInteger("sporos.fuzz.kernels", 125);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> runs = new ArrayList<>();
            for (int k = 0; k < seeds; k++) {
                int batch = k;
                CppOptions options =
                        batch % 2 == 0 ? CppOptions.DEFAULT.withSpeculation() : CppOptions.DEFAULT.withGoto();
                runs.add(threads.submit(() -> {
                    fuzz(seed + batch, kernels, options, batch % 4 < 2);
                    return null;
                }));
            }
            for (Future<?> run : runs) {
                run.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void kernels_found_by_random_runs_give_the_bits_of_the_jvm() throws Exception {
        for (CppOptions options : List.of(CppOptions.DEFAULT.withSpeculation(), CppOptions.DEFAULT.withGoto())) {
            compare(9645527875717L, 0, FoundKernels.class, List.of(79), k -> "FoundKernels.k" + k, options, true);
            compare(20250918, 0, FoundKernels.class, List.of(5), k -> "FoundKernels.k" + k, options, false);
        }
    }

    private void fuzz(long seed, int count, CppOptions options, boolean proven) throws Exception {
        System.out.println("fuzz: seed " + seed + ", " + count + " kernels");
        String source = RandomKernels.source("Fuzz", seed, count);
        Class<?> made = Javac.compile(Files.createTempDirectory(folder, "java"), "Fuzz", source);
        List<Integer> numbers = IntStream.range(0, count).boxed().toList();
        // Half of all seeds begin at 0.
        int begin = seed % 2 == 0 ? 0 : BEGINS[(int) Math.floorMod(seed / 2, BEGINS.length)];
        compare(seed, begin, made, numbers, k -> javaOf(source, k), options, proven);
    }

    /** Compares kernels of a class, by their numbers, with the JVM. */
    private void compare(
            long seed,
            int begin,
            Class<?> made,
            List<Integer> numbers,
            IntFunction<String> text,
            CppOptions options,
            boolean proven)
            throws Exception {
        List<Inputs> expected = new ArrayList<>();
        List<Inputs> actual = new ArrayList<>();
        List<CppUnit> units = new ArrayList<>();
        RangePolicy range = RangePolicy.of(begin, begin + ITEMS);
        for (int k : numbers) {
            Inputs reference = new Inputs(seed, begin);
            RangeBody onJvm = reference.body(made, k);
            for (int i = begin; i < begin + ITEMS; i++) {
                onJvm.at(i);
            }
            expected.add(reference);
            Inputs inputs = new Inputs(seed, begin);
            actual.add(inputs);
            units.add(new CppUnit.For(
                    "k" + k, false, range, ZooUnits.kernel("k" + k, inputs.body(made, k), range, proven)));
        }
        CppProgram program = CppEmitter.emit(units, HostRun.DIALECT, options);
        List<HostRun.Outcome> outcomes = HostRun.run(program, Files.createTempDirectory(folder, "fuzz"), "-O1");
        for (int u = 0; u < units.size(); u++) {
            List<String> violations = Comparison.differences(expected.get(u).views, actual.get(u).views, 0);
            outcomes.get(u).fault().ifPresent(fault -> violations.add(0, "failed: " + fault));
            assertThat(violations)
                    .as(
                            "seed %s, from %s, kernel k%s%n%s%n%s%n%s",
                            seed,
                            begin,
                            numbers.get(u),
                            text.apply(numbers.get(u)),
                            ((CppUnit.For) units.get(u)).body().kernel(),
                            CppEmitter.emit(List.of(units.get(u)), HostRun.DIALECT, options)
                                    .kernels())
                    .isEmpty();
        }
    }

    private static String javaOf(String source, int k) {
        int begin = Math.max(source.indexOf(" h" + k + "(int x"), 0);
        begin = begin == 0 ? source.indexOf("RangeBody k" + k + "(") : begin;
        int end = source.indexOf("\n    }\n", source.indexOf("RangeBody k" + k + "("));
        return source.substring(begin, end);
    }

    /** The inputs and outputs of a random kernel. */
    private static final class Inputs {
        final List<View> views;
        private final Object[] arguments;

        Inputs(long seed, int begin) {
            SplittableRandom random = new SplittableRandom(seed);
            // A separate generator, so that the inputs of earlier seeds stay the same.
            SplittableRandom narrow = new SplittableRandom(~seed);
            MemorySpace host = MemorySpace.host();
            IntView n = IntView.of("n", host, RandomKernels.SIZE);
            LongView l = LongView.of("l", host, RandomKernels.SIZE);
            FloatView f = FloatView.of("f", host, RandomKernels.SIZE);
            DoubleView d = DoubleView.of("d", host, RandomKernels.SIZE);
            ByteView y8 = ByteView.of("y8", host, RandomKernels.SIZE);
            ShortView y16 = ShortView.of("y16", host, RandomKernels.SIZE);
            for (int k = 0; k < RandomKernels.SIZE; k++) {
                n.set(k, random.nextInt() >> random.nextInt(32));
                l.set(k, random.nextLong() >> random.nextInt(64));
                y8.set(k, (byte) narrow.nextInt());
                y16.set(k, (short) (narrow.nextInt() >> narrow.nextInt(32)));
                boolean special = random.nextInt(4) == 0;
                double one = SPECIAL[random.nextInt(SPECIAL.length)];
                f.set(k, special ? (float) one : (float) (random.nextDouble() * 8 - 4));
                d.set(
                        k,
                        special
                                ? one
                                : random.nextDouble()
                                        * Math.pow(10, random.nextInt(20) - 8)
                                        * (random.nextBoolean() ? 1 : -1));
            }
            IntView no = IntView.of("no", host, ITEMS);
            LongView lo = LongView.of("lo", host, ITEMS);
            FloatView fo = FloatView.of("fo", host, ITEMS);
            DoubleView out = DoubleView.of("dout", host, ITEMS);
            ByteView o8 = ByteView.of("o8", host, ITEMS);
            ShortView o16 = ShortView.of("o16", host, ITEMS);
            views = List.of(no, lo, fo, out, o8, o16, n, l, f, d, y8, y16);
            int a = random.nextInt();
            long b = random.nextLong();
            double e = random.nextDouble() * 100;
            arguments = new Object[] {n, l, f, d, no, lo, fo, out, y8, y16, o8, o16, a, b, 1.5f, e, begin};
        }

        RangeBody body(Class<?> made, int k) throws ReflectiveOperationException {
            return Javac.kernel(made, "k" + k, arguments);
        }
    }
}
