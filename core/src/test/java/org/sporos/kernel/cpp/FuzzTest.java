package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.View;

/**
 * Random kernels, compiled by javac, lifted and emitted, give the bits of the JVM. The property {@code sporos.fuzz.seed} sets
 * the seed.
 */
class FuzzTest {
    private static final int ITEMS = 40;
    private static final int[] BEGINS = {
        0, -1, -ITEMS, -7, 1000, Integer.MIN_VALUE, Integer.MAX_VALUE - ITEMS, Integer.MAX_VALUE - ITEMS - 3
    };

    @TempDir
    Path folder;

    @BeforeEach
    void compilers() {
        Tools.require("g++", "random kernels are not compared with the JVM");
        if (ToolProvider.getSystemJavaCompiler() == null) {
            Tools.skip("no javac: random kernels cannot be made");
        }
    }

    @Test
    void a_hundred_and_fifty_random_kernels_give_the_bits_of_the_jvm() throws Exception {
        long seed = Long.getLong("sporos.fuzz.seed", 20250917);
        fuzz(seed, 60, CppOptions.DEFAULT, true);
        fuzz(seed + 1, 60, CppOptions.DEFAULT.withGoto(), false);
        fuzz(seed + 2, 30, CppOptions.DEFAULT.withHoisting(), false);
    }

    @Test
    @Tag("full")
    void five_thousand_random_kernels_give_the_bits_of_the_jvm() throws Exception {
        long seed = Long.getLong("sporos.fuzz.seed", System.nanoTime());
        int batches = Integer.getInteger("sporos.fuzz.batches", 40);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> runs = new ArrayList<>();
            for (int k = 0; k < batches; k++) {
                int batch = k;
                CppOptions options =
                        batch % 2 == 0 ? CppOptions.DEFAULT.withSpeculation() : CppOptions.DEFAULT.withGoto();
                runs.add(threads.submit(() -> {
                    fuzz(seed + batch, 125, options, batch % 4 < 2);
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

    private void fuzz(long seed, int count, CppOptions options, boolean proven) throws Exception {
        System.out.println("fuzz: seed " + seed + ", " + count + " kernels");
        Path work = Files.createTempDirectory(folder, "fuzz");
        String source = RandomKernels.source("Fuzz", seed, count);
        Class<?> made = compile(work, source);
        List<Inputs> expected = new ArrayList<>();
        List<Inputs> actual = new ArrayList<>();
        List<CppUnit> units = new ArrayList<>();
        // Half of all seeds begin at 0.
        int begin = seed % 2 == 0 ? 0 : BEGINS[(int) Math.floorMod(seed / 2, BEGINS.length)];
        RangePolicy range = RangePolicy.of(begin, begin + ITEMS);
        for (int k = 0; k < count; k++) {
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
        CppProgram program = CppEmitter.emit(units, CppDialect.HOST, options);
        List<HostRun.Outcome> outcomes = HostRun.run(program, work, "-O1");
        for (int k = 0; k < count; k++) {
            List<String> flaws = Comparison.differences(expected.get(k).views, actual.get(k).views, true);
            outcomes.get(k).fault().ifPresent(fault -> flaws.add(0, "failed: " + fault));
            assertThat(flaws)
                    .as(
                            "seed %s, from %s, kernel k%s%n%s%n%s%n%s",
                            seed,
                            begin,
                            k,
                            javaOf(source, k),
                            ((CppUnit.For) units.get(k)).body().kernel(),
                            CppEmitter.emit(List.of(units.get(k)), CppDialect.HOST, options)
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

    private static Class<?> compile(Path work, String source) throws Exception {
        Path file = Files.writeString(work.resolve("Fuzz.java"), source);
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
        Path core = Path.of(RangeBody.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        int failed = compiler.run(
                null,
                null,
                null,
                "-g",
                "-nowarn",
                "-proc:none",
                "--release",
                "17",
                "-cp",
                core.toString(),
                "-d",
                work.toString(),
                file.toString());
        assertThat(failed).as("javac compiles %s", file).isZero();
        URLClassLoader loader = new URLClassLoader(new URL[] {work.toUri().toURL()}, FuzzTest.class.getClassLoader());
        return loader.loadClass("Fuzz");
    }

    /** What a random kernel reads and writes. */
    private static final class Inputs {
        final List<View> views;
        private final Object[] arguments;

        Inputs(long seed, int begin) {
            SplittableRandom random = new SplittableRandom(seed);
            MemorySpace host = MemorySpace.host();
            IntView n = IntView.of("n", host, RandomKernels.SIZE);
            LongView l = LongView.of("l", host, RandomKernels.SIZE);
            FloatView f = FloatView.of("f", host, RandomKernels.SIZE);
            DoubleView d = DoubleView.of("d", host, RandomKernels.SIZE);
            for (int k = 0; k < RandomKernels.SIZE; k++) {
                n.set(k, random.nextInt() >> random.nextInt(32));
                l.set(k, random.nextLong() >> random.nextInt(64));
                f.set(k, (float) (random.nextDouble() * 8 - 4));
                d.set(k, random.nextDouble() * Math.pow(10, random.nextInt(20) - 8) * (random.nextBoolean() ? 1 : -1));
            }
            IntView no = IntView.of("no", host, ITEMS);
            LongView lo = LongView.of("lo", host, ITEMS);
            FloatView fo = FloatView.of("fo", host, ITEMS);
            DoubleView out = DoubleView.of("dout", host, ITEMS);
            views = List.of(no, lo, fo, out, n, l, f, d);
            arguments = new Object[] {
                n, l, f, d, no, lo, fo, out, random.nextInt(), random.nextLong(), 1.5f, random.nextDouble() * 100, begin
            };
        }

        RangeBody body(Class<?> made, int k) throws ReflectiveOperationException {
            for (Method method : made.getDeclaredMethods()) {
                if (method.getName().equals("k" + k)) {
                    return (RangeBody) method.invoke(null, arguments);
                }
            }
            throw new NoSuchMethodException("k" + k);
        }
    }
}
