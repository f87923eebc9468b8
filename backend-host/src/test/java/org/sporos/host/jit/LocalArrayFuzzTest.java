package org.sporos.host.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.host.natives.ItemFailure;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.Kernel;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.ReductionOp;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * Random kernels full of local arrays of all types, in and around short loops, conditions, switches and helpers:
 * generated code gives the bits of the lambda, also of what it has stored before an index is outside. The property
 * {@code sporos.fuzz.seed} repeats a run, {@code sporos.fuzz.count} sets the number of kernels.
 */
class LocalArrayFuzzTest {
    private static final int SIZE = 64;
    /** All loops are unrolled, some, none. */
    private static final int[] UNROLLED = {2400, 100, 0};

    private static final String[] TYPES = {"double", "float", "long", "int", "short", "char", "byte", "boolean"};

    private final long seed = Long.getLong("sporos.fuzz.seed", new Random().nextLong());
    private final Random random = new Random(seed);
    private final StringBuilder out = new StringBuilder();

    /** The arrays and counters that a statement can name, and how deep it stands. */
    private record Scope(List<Variable> arrays, List<String> counters, int depth) {
        Scope inner() {
            return new Scope(new ArrayList<>(arrays), new ArrayList<>(counters), depth + 1);
        }
    }

    private record Variable(String name, String type, int length) {}

    private int names;

    private void line(Scope scope, String text) {
        out.append("    ".repeat(scope.depth + 2)).append(text).append('\n');
    }

    private String index(Scope scope, int length) {
        int kind = random.nextInt(10);
        String counter = scope.counters.isEmpty() ? "t" : scope.counters.get(random.nextInt(scope.counters.size()));
        if (kind < 4 || kind < 7 && scope.counters.isEmpty()) {
            return Integer.toString(random.nextInt(length));
        } else if (kind < 7) {
            return random.nextInt(4) == 0 ? counter : "Math.floorMod(" + counter + ", " + length + ")";
        } else if (kind == 7) {
            return "(" + counter + " + 1 & 1)" + (length > 1 ? "" : " * 0");
        }
        // May be outside.
        return kind == 8
                ? "Math.abs(t % " + length + ")"
                : counter + " % " + (length + (random.nextInt(9) == 0 ? 1 : 0));
    }

    private String real(Scope scope, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 7)) {
            case 0 -> "x.get(i)";
            case 1 -> "s";
            case 2 -> Integer.toString(random.nextInt(9) - 4) + ".5";
            case 3 -> element(scope, true);
            case 4 -> "(" + real(scope, depth - 1) + " + " + real(scope, depth - 1) + ")";
            case 5 -> "(" + real(scope, depth - 1) + " * " + real(scope, depth - 1) + ")";
            default -> "(" + condition(scope) + " ? " + real(scope, depth - 1) + " : " + real(scope, depth - 1) + ")";
        };
    }

    private String whole(Scope scope, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 7)) {
            case 0 -> "q.get(i)";
            case 1 -> scope.counters.isEmpty() ? "t" : scope.counters.get(random.nextInt(scope.counters.size()));
            case 2 -> Integer.toString(random.nextInt(9) - 4);
            case 3 -> element(scope, false);
            case 4 -> "(" + whole(scope, depth - 1) + " + " + whole(scope, depth - 1) + ")";
            case 5 -> "(" + whole(scope, depth - 1) + " * " + whole(scope, depth - 1) + ")";
            default -> "(" + whole(scope, depth - 1) + " ^ " + whole(scope, depth - 1) + " >> 3)";
        };
    }

    private String element(Scope scope, boolean real) {
        if (scope.arrays.isEmpty()) {
            return real ? "s" : "t";
        }
        Variable array = scope.arrays.get(random.nextInt(scope.arrays.size()));
        String element = array.name + "[" + index(scope, array.length) + "]";
        if (array.type.equals("boolean")) {
            element = "(" + element + " ? 1 : 0)";
        }
        return real ? "(double) " + element : "(int) " + element;
    }

    private String condition(Scope scope) {
        return switch (random.nextInt(4)) {
            case 0 -> whole(scope, 0) + " < " + whole(scope, 0);
            case 1 -> whole(scope, 0) + " == " + random.nextInt(4);
            case 2 -> real(scope, 0) + " > " + real(scope, 0);
            default -> "(" + whole(scope, 1) + " & 1) != 0";
        };
    }

    private void declare(Scope scope) {
        String type = TYPES[random.nextInt(3) == 0 ? random.nextInt(TYPES.length) : 3 * random.nextInt(2)];
        int length = random.nextInt(8) == 0 ? 20 : 1 + random.nextInt(9);
        Variable array = new Variable("a" + names++, type, length);
        line(scope, type + "[] " + array.name + " = new " + type + "[" + length + "];");
        scope.arrays.add(array);
    }

    private void store(Scope scope) {
        if (scope.arrays.isEmpty()) {
            declare(scope);
        }
        Variable array = scope.arrays.get(random.nextInt(scope.arrays.size()));
        String place = array.name + "[" + index(scope, array.length) + "]";
        if (array.type.equals("double") && random.nextInt(4) == 0) {
            line(scope, "add(" + array.name + ", " + index(scope, array.length) + ", " + real(scope, 1) + ");");
        } else if (array.type.equals("boolean")) {
            line(scope, place + " = " + condition(scope) + ";");
        } else {
            boolean real = array.type.equals("double") || array.type.equals("float");
            String value = real ? real(scope, 2) : whole(scope, 2);
            line(scope, place + " = (" + array.type + ") (" + value + ");");
        }
    }

    private void loop(Scope scope) {
        String k = "k" + names++;
        int passes = random.nextInt(6);
        String head = switch (random.nextInt(5)) {
            case 0 -> "int %s = %d; %s >= 0; %s--".formatted(k, passes, k, k);
            case 1 -> "int %s = 0; %s < %d; %s += 2".formatted(k, k, 2 * passes, k);
            case 2 -> "int %s = 0; %s < (q.get(i) & 3); %s++".formatted(k, k, k);
            default -> "int %s = 0; %s < %d; %s++".formatted(k, k, passes, k);
        };
        line(scope, "for (" + head + ") {");
        Scope inner = scope.inner();
        inner.counters.add(k);
        statements(inner, 1 + random.nextInt(3));
        if (random.nextInt(5) == 0) {
            line(inner, "if (" + condition(inner) + ") " + (random.nextBoolean() ? "break;" : "continue;"));
            store(inner);
        }
        line(scope, "}");
    }

    private void choice(Scope scope) {
        line(scope, "switch (" + whole(scope, 0) + ") {");
        for (int k = 0; k < 3; k++) {
            line(scope, k == 2 ? "default:" : "case " + k + ":");
            statements(scope.inner(), 1);
            if (random.nextInt(3) > 0) {
                line(scope.inner(), "break;");
            }
        }
        line(scope, "}");
    }

    private void statements(Scope scope, int count) {
        for (int n = 0; n < count; n++) {
            switch (random.nextInt(scope.depth > 2 ? 6 : 9)) {
                case 0 -> declare(scope);
                case 1, 2, 3 -> store(scope);
                case 4 -> line(scope, "s = " + real(scope, 2) + ";");
                case 5 -> line(scope, "t = " + whole(scope, 2) + ";");
                case 6 -> {
                    line(scope, "if (" + condition(scope) + ") {");
                    statements(scope.inner(), 1 + random.nextInt(2));
                    line(scope, "}");
                }
                case 7 -> loop(scope);
                default -> {
                    if (random.nextInt(3) == 0 && scope.depth == 0) {
                        choice(scope);
                    } else {
                        loop(scope);
                    }
                }
            }
        }
    }

    private String source(int count) {
        out.append("import org.sporos.policy.DoubleContribution;\nimport org.sporos.view.*;\n")
                .append("public final class Kernels {\n")
                .append("    private static void add(double[] to, int at, double value) {\n")
                .append("        to[at] += value;\n    }\n\n");
        for (int k = 0; k < count; k++) {
            out.append(
                    "    public static DoubleContribution.Range k" + k + "(DoubleView x, IntView q, DoubleView y) {\n");
            out.append("        return i -> {\n            double s = 0;\n            int t = i;\n");
            Scope scope = new Scope(new ArrayList<>(), new ArrayList<>(), 1);
            declare(scope);
            statements(scope, 3 + random.nextInt(7));
            out.append("            y.set(i, s);\n            q.set(i, t);\n");
            for (Variable array : scope.arrays) {
                String element = array.name + "[" + random.nextInt(array.length) + "]";
                line(scope, "s += " + (array.type.equals("boolean") ? element + " ? 1 : 0" : element) + ";");
            }
            out.append("            return s + t;\n        };\n    }\n\n");
        }
        return out.append("}\n").toString();
    }

    @Test
    void kernels_with_local_arrays_give_the_bits_of_the_lambda(@TempDir Path work) throws Exception {
        assumeTrue(ToolProvider.findFirst("javac").isPresent(), "no compiler here");
        System.out.println("seed " + seed);
        int count = Integer.getInteger("sporos.fuzz.count", 60);
        Path file = work.resolve("Kernels.java");
        Files.writeString(file, source(count));
        int failed = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-proc:none",
                        "-nowarn",
                        "-d",
                        work.toString(),
                        file.toString());
        assertThat(failed).isZero();
        int whole = 0;
        try (URLClassLoader loader = new URLClassLoader(new URL[] {work.toUri().toURL()})) {
            Class<?> type = loader.loadClass("Kernels");
            for (int k = 0; k < count; k++) {
                Method maker = type.getMethod("k" + k, DoubleView.class, IntView.class, DoubleView.class);
                whole += compare(maker) ? 1 : 0;
            }
        }
        assertThat(whole).as("kernels without a failure").isBetween(count / 4, count);
    }

    /** Compares a kernel with its lambda, and returns whether it went well to the end. */
    private boolean compare(Method maker) throws Exception {
        View[] views = {
            DoubleView.of("x", MemorySpace.host(), SIZE),
            IntView.of("q", MemorySpace.host(), SIZE),
            DoubleView.of("y", MemorySpace.host(), SIZE)
        };
        DoubleContribution.Range body = (DoubleContribution.Range) maker.invoke(null, (Object[]) views);
        Kernel kernel = Lifting.lift(maker.getName(), body);
        KernelFacts facts = KernelFacts.of(kernel, Binding.of(kernel), IterationSpace.of(RangePolicy.of(SIZE)));
        double[] expected = new double[SIZE];
        fill(views);
        String failure = failure(() -> {
            for (int i = 0; i < SIZE; i++) {
                expected[i] = body.at(i);
            }
        });
        List<Long> bits = ViewBits.of(views);
        for (int unrolled : UNROLLED) {
            String as = maker.getName() + " of " + unrolled + " instructions, seed " + seed;
            double[] found = new double[SIZE];
            GeneratedLoops loops = new GeneratedLoops(nanos -> {}, List.of(unrolled, 0));
            TieredLoop loop = Objects.requireNonNull(loops.contribution(facts, ReductionOp.CUSTOM));
            fill(views);
            assertThat(failure(() -> loop.fill(0, 0, 0, 0, SIZE, found, 0)))
                    .as(as)
                    .isEqualTo(failure);
            assertThat(ViewBits.of(views)).as(as).isEqualTo(bits);
            assertThat(found).as(as).isEqualTo(expected);
        }
        return failure.isEmpty();
    }

    private static String failure(Runnable run) {
        try {
            run.run();
            return "";
        } catch (RuntimeException e) {
            return String.valueOf(ItemFailure.thrown(e).getMessage());
        }
    }

    private static void fill(View[] views) {
        Random values = new Random(5);
        for (int i = 0; i < SIZE; i++) {
            ((DoubleView) views[0]).set(i, values.nextGaussian());
            ((IntView) views[1]).set(i, values.nextInt(7));
            ((DoubleView) views[2]).set(i, 0);
        }
    }
}
