package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.View;

/**
 * Small expressions of zeros, casts, selects and values at which arithmetic is special have the bits of the JVM in C++:
 * compilers fold inside an expression. The property {@code sporos.fuzz.seed} sets the seed of the random ones.
 */
class ExpressionBitsTest {
    private static final int[] INTS = {
        0, 1, -1, 3, 4, -7, 31, 32, 16_777_217, -16_777_217, Integer.MAX_VALUE, Integer.MIN_VALUE
    };
    private static final long[] LONGS = {
        0,
        1,
        -1,
        5,
        63,
        -64,
        1L << 32,
        (1L << 24) + 1,
        (1L << 53) + 1,
        (1L << 60) + (1L << 36) + 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };
    private static final float[] FLOATS = {
        0f,
        -0f,
        1f,
        -1f,
        0.5f,
        -3f,
        Float.MIN_VALUE,
        -1e-40f,
        Float.MAX_VALUE,
        Float.NaN,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY
    };
    private static final double[] DOUBLES = {
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.1,
        2_147_483_648.5,
        Double.MIN_VALUE,
        -1e-310,
        Double.MAX_VALUE,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
    };
    private static final int VALUES = INTS.length;

    /** One item for each pair of values. */
    private static final RangePolicy RANGE = RangePolicy.of(VALUES * VALUES);

    @TempDir
    Path folder;

    @BeforeEach
    void compilers() {
        Tools.require("g++", "expressions are not compared with the JVM");
        Javac.require();
    }

    /** What the kernel of some expressions reads and writes. */
    private static final class Data {
        final View result;
        private final Object[] arguments;

        Data(String type) {
            MemorySpace host = MemorySpace.host();
            int items = VALUES * VALUES;
            IntView[] ints = {IntView.of("n", host, items), IntView.of("m", host, items)};
            LongView[] longs = {LongView.of("l", host, items), LongView.of("k", host, items)};
            FloatView[] floats = {FloatView.of("f", host, items), FloatView.of("g", host, items)};
            DoubleView[] doubles = {DoubleView.of("x", host, items), DoubleView.of("y", host, items)};
            for (int i = 0; i < items; i++) {
                for (int side = 0; side < 2; side++) {
                    int at = side == 0 ? i / VALUES : i % VALUES;
                    ints[side].set(i, INTS[at]);
                    longs[side].set(i, LONGS[at]);
                    floats[side].set(i, FLOATS[at]);
                    doubles[side].set(i, DOUBLES[at]);
                }
            }
            int stores = items * SmallExpressions.PER_KERNEL;
            IntView ni = IntView.of("ints", host, type.equals("int") ? stores : 1);
            LongView nl = LongView.of("longs", host, type.equals("long") ? stores : 1);
            FloatView nf = FloatView.of("floats", host, type.equals("float") ? stores : 1);
            DoubleView nd = DoubleView.of("doubles", host, type.equals("double") ? stores : 1);
            result = Map.of("int", ni, "long", nl, "float", nf, "double", nd).get(type);
            arguments = new Object[] {
                ints[0],
                ints[1],
                longs[0],
                longs[1],
                floats[0],
                floats[1],
                doubles[0],
                doubles[1],
                ni,
                nl,
                nf,
                nd,
                0f,
                0.0
            };
        }

        RangeBody body(Class<?> made, String kernel) throws ReflectiveOperationException {
            return Javac.kernel(made, kernel, arguments);
        }
    }

    /** Compares the bits of all expressions, in one translation unit for each set of flags. */
    private void compare(Map<String, List<String>> byType, CppOptions options, List<List<String>> flags)
            throws Exception {
        Class<?> made = Javac.compile(folder, "Small", SmallExpressions.source("Small", byType));
        List<String> flaws = new ArrayList<>();
        for (List<String> some : flags) {
            List<Data> actual = new ArrayList<>();
            List<CppUnit> units = new ArrayList<>();
            for (String type : byType.keySet()) {
                for (int k = 0;
                        k * SmallExpressions.PER_KERNEL < byType.get(type).size();
                        k++) {
                    Data data = new Data(type);
                    actual.add(data);
                    units.add(unit(type + k, data.body(made, type + k)));
                }
            }
            CppProgram program = CppEmitter.emit(units, CppDialect.HOST, options);
            HostRun.run(program, Files.createTempDirectory(folder, "run"), some.toArray(String[]::new));
            int at = 0;
            for (String type : byType.keySet()) {
                List<String> all = byType.get(type);
                for (int k = 0; k * SmallExpressions.PER_KERNEL < all.size(); k++) {
                    List<String> own = all.subList(k * SmallExpressions.PER_KERNEL, all.size());
                    flaws.addAll(differences(made, type, k, actual.get(at++), own));
                }
            }
        }
        assertThat(flaws.subList(0, Math.min(60, flaws.size())))
                .as("%d expressions differ, such as", flaws.size())
                .isEmpty();
    }

    private static CppUnit unit(String label, RangeBody body) {
        return new CppUnit.For(label, false, RANGE, ZooUnits.kernel(label, body, RANGE, true));
    }

    private static List<String> differences(
            Class<?> made, String type, int kernel, Data actual, List<String> expressions)
            throws ReflectiveOperationException {
        Data expected = new Data(type);
        RangeBody body = expected.body(made, type + kernel);
        for (int i = 0; i < VALUES * VALUES; i++) {
            body.at(i);
        }
        List<String> flaws = new ArrayList<>();
        for (int e = 0; e < Math.min(SmallExpressions.PER_KERNEL, expressions.size()); e++) {
            for (int i = 0; i < VALUES * VALUES; i++) {
                int at = i * SmallExpressions.PER_KERNEL + e;
                String flaw = Comparison.difference(
                        expected.result.elementType(),
                        expected.result.allocation().bits(at),
                        actual.result.allocation().bits(at),
                        true);
                if (!flaw.isEmpty()) {
                    flaws.add(expressions.get(e) + " of values " + i / VALUES + " and " + i % VALUES + ": " + flaw);
                    break;
                }
            }
        }
        return flaws;
    }

    @ParameterizedTest
    @EnumSource(Arithmetic.class)
    void zeros_have_the_sign_that_the_jvm_gives_them(Arithmetic arithmetic) throws Exception {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (String type : List.of("float", "double")) {
            all.put(type, SmallExpressions.ofZeros(type));
        }
        compare(all, CppOptions.of(arithmetic, BoundsChecks.ON), List.of(List.of("-O1", "-march=native")));
    }

    @Test
    void values_at_which_arithmetic_is_special_give_the_bits_of_the_jvm() throws Exception {
        long seed = Long.getLong("sporos.fuzz.seed", 20261123);
        System.out.println("expressions: seed " + seed);
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (String type : List.of("int", "long", "float", "double")) {
            all.put(
                    type,
                    SmallExpressions.random(
                            type, seed + type.length(), Integer.getInteger("sporos.fuzz.expressions", 160)));
        }
        List<String> library = List.of("-O3", "-march=native", "-fno-math-errno");
        compare(all, CppOptions.DEFAULT.withHoisting(), List.of(List.of("-O0"), library));
    }
}
