package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/**
 * The calls of the JDK that fail give a failure of the run at their line; the others the bits of the JVM, and operators
 * what an arithmetic promises.
 */
abstract class ArithmeticContract extends Contract {
    private static final int[] INTS = {0, 1, -1, 2, 7, -7, 65536, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final double[] DOUBLES = {
        0.0, -0.0, 1, -1, Double.MIN_VALUE, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e-46
    };

    private static String at(int item, String what) {
        return "R302: node 'k' (LINE) of graph 'g' " + what + " at LINE in work item " + item;
    }

    @Test
    void an_overflow_of_an_int_is_a_failure() {
        IntView a = intsOf("a", 1, 5, Integer.MIN_VALUE);
        IntView y = ints("y", 3);
        String int2 = at(2, "overflows an int");
        assertThat(failureOfLoop(i -> y.set(i, Math.addExact(a.get(i), -1)))).isEqualTo(int2);
        assertThat(failureOfLoop(i -> y.set(i, Math.subtractExact(-2, a.get(i)) + Math.subtractExact(0, a.get(i)))))
                .isEqualTo(int2);
        assertThat(failureOfLoop(i -> y.set(i, Math.multiplyExact(a.get(i), -1))))
                .isEqualTo(int2);
        assertThat(failureOfLoop(i -> y.set(i, Math.negateExact(a.get(i))))).isEqualTo(int2);
        assertThat(failureOfLoop(i -> y.set(i, Math.absExact(a.get(i))))).isEqualTo(int2);
        assertThat(failureOfLoop(i -> y.set(i, StrictMath.decrementExact(a.get(i)))))
                .isEqualTo(int2);
        assertThat(failureOfLoop(i -> y.set(i, Math.incrementExact(Integer.MAX_VALUE - 1 + i % 2))))
                .isEqualTo(at(1, "overflows an int"));
        assertThat(failureOfLoop(i -> y.set(i, Math.toIntExact(1L + Integer.MAX_VALUE * (long) (i / 2)))))
                .isEqualTo(int2);
    }

    @Test
    void an_overflow_of_a_long_is_a_failure() {
        LongView a = longsOf("a", 1, 5, Long.MIN_VALUE);
        LongView y = own(LongView.of("y", space(), 3));
        String long2 = at(2, "overflows a long");
        assertThat(failureOfLoop(i -> y.set(i, Math.addExact(a.get(i), -1)))).isEqualTo(long2);
        assertThat(failureOfLoop(i -> y.set(i, Math.subtractExact(0, a.get(i)))))
                .isEqualTo(long2);
        assertThat(failureOfLoop(i -> y.set(i, Math.multiplyExact(a.get(i), -1L))))
                .isEqualTo(long2);
        assertThat(failureOfLoop(i -> y.set(i, Math.multiplyExact(a.get(i), 3))))
                .isEqualTo(long2);
        assertThat(failureOfLoop(i -> y.set(i, Math.multiplyExact(1L << 31 + i, 1L << 31))))
                .isEqualTo(at(1, "overflows a long"));
        assertThat(failureOfLoop(i -> y.set(i, Math.negateExact(a.get(i))))).isEqualTo(long2);
        assertThat(failureOfLoop(i -> y.set(i, Math.absExact(a.get(i))))).isEqualTo(long2);
        assertThat(failureOfLoop(i -> y.set(i, Math.decrementExact(a.get(i))))).isEqualTo(long2);
        assertThat(failureOfLoop(i -> y.set(i, Math.incrementExact(Long.MAX_VALUE - 2 + i))))
                .isEqualTo(long2);
    }

    @Test
    void an_overflow_whose_result_nobody_reads_is_a_failure() {
        IntView a = intsOf("a", 1, 5, Integer.MAX_VALUE);
        IntView y = ints("y", 3);
        assertThat(failureOfLoop(i -> {
                    Math.addExact(a.get(i), 1);
                    y.set(i, 1);
                }))
                .isEqualTo(at(2, "overflows an int"));
    }

    @Test
    void an_unsigned_division_by_zero_is_a_failure() {
        IntView a = intsOf("a", 1, -5, 0);
        LongView y = own(LongView.of("y", space(), 3));
        String zero = at(2, "divides an integer by zero");
        assertThat(failureOfLoop(i -> y.set(i, Integer.divideUnsigned(-1, a.get(i)))))
                .isEqualTo(zero);
        assertThat(failureOfLoop(i -> y.set(i, Integer.remainderUnsigned(-1, a.get(i)))))
                .isEqualTo(zero);
        assertThat(failureOfLoop(i -> y.set(i, Long.divideUnsigned(-1L, a.get(i)))))
                .isEqualTo(zero);
        assertThat(failureOfLoop(i -> y.set(i, Long.remainderUnsigned(-1L, a.get(i)))))
                .isEqualTo(zero);
    }

    @Test
    void what_fits_has_the_bits_of_the_jvm() {
        int n = INTS.length;
        IntView v = intsOf("v", INTS);
        LongView y = own(LongView.of("y", space(), n * n, 4));
        run(root -> root.thenParallelFor("k", RangePolicy.of(n * n), i -> {
            for (int k = 0; k < 4; k++) {
                y.set(i, k, integers(v.get(i / n), v.get(i % n), k));
            }
        }));
        long[] expected = new long[4 * n * n];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = integers(INTS[i / 4 / n], INTS[i / 4 % n], i % 4);
        }
        assertThat(y.toArray()).isEqualTo(expected);
    }

    private static long integers(int a, int b, int which) {
        long x = a * 4294967297L;
        long y = b == 0 ? 3 : b * 4294967295L;
        int c = b == 0 ? 3 : b;
        return switch (which) {
            case 0 -> Integer.divideUnsigned(a, c) + 31L * Integer.remainderUnsigned(a, c);
            case 1 -> Long.divideUnsigned(x, y) + 3 * Long.compareUnsigned(x, y) + Integer.compareUnsigned(a, b);
            case 2 -> Long.remainderUnsigned(x, y) + Long.divideUnsigned(x, c);
            default -> Math.addExact((long) a, (long) b) ^ Math.multiplyExact((long) a, b) ^ Math.toIntExact(x >> 32);
        };
    }

    @Test
    void neighbours_and_angles_have_the_bits_of_the_jvm() {
        int n = DOUBLES.length;
        DoubleView v = doublesOf("v", DOUBLES);
        DoubleView y = own(DoubleView.of("y", space(), n * n, 4));
        run(root -> root.thenParallelFor("k", RangePolicy.of(n * n), i -> {
            for (int k = 0; k < 4; k++) {
                y.set(i, k, floating(v.get(i / n), v.get(i % n), k));
            }
        }));
        double[] expected = new double[4 * n * n];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = floating(DOUBLES[i / 4 / n], DOUBLES[i / 4 % n], i % 4);
        }
        assertThat(y.toArray()).usingComparator(this::bits).isEqualTo(expected);
    }

    private int bits(double[] left, double[] right) {
        for (int i = 0; i < left.length; i++) {
            if (Double.doubleToLongBits(left[i]) != Double.doubleToLongBits(right[i])) {
                return 1;
            }
        }
        return 0;
    }

    private static double floating(double a, double b, int which) {
        return switch (which) {
            case 0 -> Math.nextAfter(a, b);
            case 1 -> Math.nextAfter((float) a, b);
            case 2 -> StrictMath.toRadians(a) + StrictMath.toDegrees(b);
            default -> Math.nextUp(a) + StrictMath.nextDown((float) b);
        };
    }

    /** Returns for each i a quotient, a root, and a sum with a product; the label makes it a text of its own. */
    private float[] computed(String label, InstantiateOption.Arithmetic arithmetic, float[] values) {
        int n = values.length / 2;
        FloatView v = own(FloatView.copyOf("v", space(), values));
        FloatView y = own(FloatView.of("y", space(), n, 3));
        instantiate(
                        root -> root.thenParallelFor(label, RangePolicy.of(n), i -> {
                            float a = v.get(i);
                            float b = v.get(n + i);
                            y.set(i, 0, a / b);
                            y.set(i, 1, (float) Math.sqrt(a));
                            y.set(i, 2, a - b * b);
                        }),
                        arithmetic)
                .submit();
        space().fence();
        return y.toArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"STRICT CONTRACTED FAST", "FAST CONTRACTED STRICT", "CONTRACTED FAST STRICT"})
    void each_arithmetic_of_a_kernel_keeps_its_promise_whichever_comes_first(String order) {
        int n = 3_000;
        Random random = new Random(7);
        float[] values = new float[2 * n];
        for (int i = 0; i < n; i++) {
            // Every third is subnormal, and so is its quotient.
            values[i] = Math.scalb(1 + random.nextFloat(), i % 3 == 0 ? -130 : random.nextInt(40) - 20);
            values[n + i] = 1 + 3 * random.nextFloat();
        }
        for (String name : order.split(" ")) {
            InstantiateOption.Arithmetic arithmetic = InstantiateOption.Arithmetic.valueOf(name);
            float[] results = computed(order.replace(' ', '_'), arithmetic, values);
            for (int i = 0; i < n; i++) {
                float a = values[i];
                float b = values[n + i];
                int ulps = arithmetic == InstantiateOption.Arithmetic.FAST ? 2 : 0;
                // As doubles: differences of floats are shown rounded, and compared so.
                assertThat((double) results[3 * i])
                        .as("%s / %s", a, b)
                        .isCloseTo(a / b, within((double) ulps * Math.ulp(a / b)));
                float root = (float) Math.sqrt(a);
                assertThat((double) results[3 * i + 1])
                        .as("root of %s", a)
                        .isCloseTo(root, within((double) ulps * Math.ulp(root)));
                if (arithmetic == InstantiateOption.Arithmetic.STRICT) {
                    assertThat(results[3 * i + 2]).isEqualTo(a - b * b);
                } else {
                    assertThat(results[3 * i + 2]).isIn(a - b * b, Math.fma(-b, b, a));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, -20, -1000, Integer.MIN_VALUE, Integer.MAX_VALUE - 1000})
    void quotients_and_remainders_by_literals_are_those_of_java_on_both_sides_of_zero(int first) {
        IntView to = ints("to", 1000);
        run(Graph.define(
                "divide",
                root -> root.thenParallelFor(
                        "divide", RangePolicy.of(first, first + 1000), i -> to.set(i - first, divisions(i)))));
        assertThat(to.toArray())
                .isEqualTo(IntStream.range(first, first + 1000)
                        .map(ArithmeticContract::divisions)
                        .toArray());
    }

    private static int divisions(int i) {
        int most = i / (1 << 30) + i % (1 << 30);
        int sum = (i + 1) / 2 + 3 * (i / 4) + 5 * (i % 8) + 7 * ((i - 3) / 2) + 11 * ((i - 3) % 16) + i / 3 + i / -2;
        return sum + 13 * (i / 1) + 17 * (i % 1) + 19 * most;
    }
}
