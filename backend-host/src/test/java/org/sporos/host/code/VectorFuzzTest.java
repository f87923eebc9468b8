package org.sporos.host.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.kernel.facts.KernelFacts;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.passes.Binding;
import org.sporos.kernel.passes.IterationSpace;
import org.sporos.kernel.passes.Lifting;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.ByteView;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.ShortView;
import org.sporos.view.Slice;
import org.sporos.view.View;

/**
 * Random kernels that vectors may be made of, on views that may overlap, over parts of their range: they give the bits
 * of the lambda. The property {@code sporos.fuzz.seed} repeats a run, {@code sporos.fuzz.count} sets the number of
 * kernels.
 */
class VectorFuzzTest {
    private static final int SIZE = 400;
    private static final int BEGIN = 8;
    private static final int END = 300;
    private static final int ROUNDS = 4;
    /** The offset that is subtracted from an index to get that of an element. */
    private static final int[] BASES = {0, 0, -150, -END, Integer.MIN_VALUE, Integer.MAX_VALUE - END};

    private static final String[] TYPES = {"double", "float", "int", "long", "short", "byte"};
    private static final int INT = 2;
    private static final int SHORT = 4;

    private final long seed = Long.getLong("sporos.fuzz.seed", new Random().nextLong());
    private final Random random = new Random(seed);
    private final StringBuilder out = new StringBuilder();
    private int[] locals = new int[TYPES.length];

    private String expression(int type, int depth) {
        int kind = depth == 0 ? random.nextInt(4) : random.nextInt(type < 2 ? 14 : 12);
        String t = TYPES[type];
        if (type >= SHORT) {
            String wide = expression(INT + random.nextInt(2), Math.max(0, depth - 1));
            return random.nextInt(3) == 0 ? load(type) : "(" + t + ") " + wide;
        }
        return switch (kind) {
            case 0 -> load(type == INT && random.nextBoolean() ? SHORT + random.nextInt(2) : type);
            case 1 -> locals[type] > 0 ? t.charAt(0) + "v" + random.nextInt(locals[type]) : "(" + t + ") i";
            case 2 -> "(" + t + ") " + (random.nextBoolean() ? "s" : "t");
            case 3 ->
                "(" + t + ") "
                        + new String[] {"0.5", "-0.0", "3", "(i * 5 - 7)", "1e20"}
                                [random.nextInt(type < 2 ? 5 : 1) + (type < 2 ? 0 : 2 + random.nextInt(2))];
            case 4, 5 -> binary("+", type, depth);
            case 6 -> binary("-", type, depth);
            case 7 -> binary("*", type, depth);
            case 8 ->
                "Math." + (random.nextBoolean() ? "min" : "max") + "(" + expression(type, depth - 1) + ", "
                        + expression(type, depth - 1) + ")";
            case 9 ->
                "(" + t + ") (" + (random.nextBoolean() ? "-" : "Math.abs") + "(" + expression(type, depth - 1) + "))";
            case 10 ->
                type < 2
                        ? "(" + t + ") " + expression(random.nextInt(type == 0 ? 4 : 3), depth - 1)
                        : "(" + t + ") " + expression(2 + random.nextInt(2), depth - 1);
            case 11 ->
                type < 2
                        ? binary("/", type, depth)
                        : "(" + binary(new String[] {"&", "|", "^"}[random.nextInt(3)], type, depth)
                                + new String[] {" << 3)", " >> 5)", " >>> t)"}[random.nextInt(3)];
            case 12 ->
                "Math.fma(" + expression(type, depth - 1) + ", " + expression(type, depth - 1) + ", "
                        + expression(type, depth - 1) + ")";
            default -> "(" + t + ") Math.sqrt(" + expression(type, depth - 1) + ")";
        };
    }

    private String load(int type) {
        return TYPES[type].charAt(0) + (random.nextBoolean() ? "x" : "y") + ".get(i - b + " + (random.nextInt(7) - 3)
                + ")";
    }

    private String binary(String operator, int type, int depth) {
        return "(" + expression(type, depth - 1) + " " + operator + " " + expression(type, depth - 1) + ")";
    }

    private void local(int type, String value) {
        String name = TYPES[type].charAt(0) + "v" + locals[type]++;
        out.append("            ")
                .append(TYPES[type])
                .append(' ')
                .append(name)
                .append(" = ")
                .append(value)
                .append(";\n");
    }

    private void statement() {
        int type = random.nextInt(TYPES.length);
        String t = TYPES[type];
        switch (random.nextInt(6)) {
            case 0, 1 -> local(type, expression(type, 3));
            case 2 -> {
                String a = t.charAt(0) + "v" + locals[type];
                local(type, expression(type, 2));
                String b = t.charAt(0) + "v" + locals[type];
                local(type, expression(type, 2));
                String compare = new String[] {"<", "<=", "==", "!=", ">", ">="}[random.nextInt(6)];
                local(type, a + " " + compare + " " + b + " ? " + b + " : " + a);
            }
            case 3 -> {
                String name = t.charAt(0) + "v" + locals[type];
                local(type, expression(type, 1));
                String value = expression(type, 2);
                out.append("            for (int q = 0; q < t; q++) {\n                ")
                        .append(name)
                        .append(" = (")
                        .append(t)
                        .append(") (")
                        .append(name)
                        .append(random.nextBoolean() ? " + " : " - ")
                        .append(random.nextBoolean() ? value : t.charAt(0) + "x.get(i - b + q)")
                        .append(");\n            }\n");
            }
            default -> store(type);
        }
    }

    private void store(int type) {
        out.append("            ")
                .append(TYPES[type].charAt(0))
                .append(random.nextInt(3) == 0 ? "y" : "z")
                .append(".set(i - b + ")
                .append(random.nextInt(3) - 1)
                .append(", ")
                .append(expression(type, 2))
                .append(");\n");
    }

    private String source(int count) {
        out.append("import org.sporos.policy.RangeBody;\nimport org.sporos.view.*;\npublic final class Kernels {\n");
        for (int k = 0; k < count; k++) {
            locals = new int[TYPES.length];
            out.append("    public static RangeBody k").append(k).append("(");
            for (String view : List.of("x", "y", "z")) {
                for (String type : TYPES) {
                    out.append(Character.toUpperCase(type.charAt(0)))
                            .append(type.substring(1))
                            .append("View ");
                    out.append(type.charAt(0)).append(view).append(", ");
                }
            }
            out.append("double s, int t, int b) {\n        return i -> {\n");
            for (int n = 1 + random.nextInt(4); n > 0; n--) {
                statement();
            }
            store(random.nextInt(TYPES.length));
            out.append("        };\n    }\n");
        }
        return out.append("}\n").toString();
    }

    /** Returns three views for each type: of one array each, or of parts of one that overlap. */
    private View[] views() {
        View[] views = new View[3 * TYPES.length];
        for (int type = 0; type < TYPES.length; type++) {
            View whole = view(type, 2 * SIZE);
            for (int v = 0; v < 3; v++) {
                int from = random.nextInt(3) == 0 ? random.nextInt(40) : v * (SIZE / 2);
                boolean part = random.nextInt(3) == 0;
                views[v * TYPES.length + type] = part ? part(whole, from) : view(type, SIZE);
            }
        }
        return views;
    }

    private static View view(int type, int size) {
        MemorySpace memory = MemorySpace.host();
        return switch (type) {
            case 0 -> DoubleView.of("d", memory, size);
            case 1 -> FloatView.of("f", memory, size);
            case 2 -> IntView.of("i", memory, size);
            case 3 -> LongView.of("l", memory, size);
            case SHORT -> ShortView.of("s", memory, size);
            default -> ByteView.of("b", memory, size);
        };
    }

    private static View part(View whole, int from) {
        Slice slice = Slice.range(from, from + SIZE);
        return whole.subview(slice);
    }

    private void fill(View[] views) {
        for (View view : views) {
            Object array = view.allocation().openArray();
            for (int k = 0; k < Array.getLength(array); k++) {
                double value = random.nextInt(5) == 0 ? random.nextInt(5) - 2 : random.nextGaussian() * 100;
                switch (view.elementType()) {
                    case DOUBLE -> Array.setDouble(array, k, value);
                    case FLOAT -> Array.setFloat(array, k, (float) value);
                    case INT -> Array.setInt(array, k, random.nextInt());
                    case LONG -> Array.setLong(array, k, random.nextLong());
                    case SHORT -> Array.setShort(array, k, (short) random.nextInt());
                    case BYTE -> Array.setByte(array, k, (byte) random.nextInt());
                }
            }
        }
    }

    private static List<Object> copy(View[] views) {
        List<Object> copies = new ArrayList<>();
        for (View view : views) {
            Object array = view.allocation().openArray();
            Object copy = Array.newInstance(array.getClass().getComponentType(), Array.getLength(array));
            System.arraycopy(array, 0, copy, 0, Array.getLength(array));
            copies.add(copy);
        }
        return copies;
    }

    private static void restore(View[] views, List<Object> copies) {
        for (int v = 0; v < views.length; v++) {
            Object copy = copies.get(v);
            System.arraycopy(copy, 0, views[v].allocation().openArray(), 0, Array.getLength(copy));
        }
    }

    @Test
    void random_kernels_give_the_bits_of_the_lambda(@TempDir Path work) throws Exception {
        assumeTrue(VectorModule.absence() == null, VectorModule::absence);
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
        int vectors = 0;
        try (URLClassLoader loader = new URLClassLoader(new URL[] {work.toUri().toURL()})) {
            Class<?> type = loader.loadClass("Kernels");
            for (int k = 0; k < count; k++) {
                String name = "k" + k;
                Method maker = Arrays.stream(type.getMethods())
                        .filter(method -> method.getName().equals(name))
                        .findFirst()
                        .orElseThrow();
                for (int round = 0; round < ROUNDS; round++) {
                    vectors += run(maker) ? 1 : 0;
                }
            }
        }
        assertThat(vectors).isGreaterThan(count * ROUNDS / 3);
    }

    /** Runs a kernel on new views, and returns whether it was done by vectors. */
    private boolean run(Method maker) throws Exception {
        View[] views = views();
        Object[] arguments = Arrays.copyOf(views, views.length + 3, Object[].class);
        arguments[views.length] = random.nextInt(3) == 0 ? -0.0 : random.nextGaussian();
        arguments[views.length + 1] = random.nextInt(5);
        int base = BASES[random.nextInt(BASES.length)];
        arguments[views.length + 2] = base;
        RangeBody body = (RangeBody) maker.invoke(null, arguments);
        Kernel kernel = Lifting.lift(maker.getName(), body);
        KernelFacts facts =
                KernelFacts.of(kernel, Binding.of(kernel), IterationSpace.of(RangePolicy.of(base + BEGIN, base + END)));
        TieredLoop loop = new GeneratedLoops(VectorMode.ALWAYS, nanos -> {}).forEach(List.of(facts));
        fill(views);
        List<Object> before = copy(views);
        int begin = base + BEGIN + random.nextInt(40);
        int n = random.nextBoolean() ? random.nextInt(50) : random.nextInt(base + END - begin);
        if (random.nextInt(10) == 0) {
            // So often that the JVM compiles it.
            for (int k = 0; k < 2000; k++) {
                loop.run(begin, n);
            }
            restore(views, before);
        }
        loop.run(begin, n);
        List<Long> found = ViewBits.of(views);
        restore(views, before);
        for (int i = begin; i < begin + n; i++) {
            body.at(i);
        }
        assertThat(found)
                .as("%s from %d, %d, seed %d", maker.getName(), begin, n, seed)
                .isEqualTo(ViewBits.of(views));
        return loop.isVectors();
    }
}
