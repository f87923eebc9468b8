package org.sporos.kernel.zoo;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import org.sporos.policy.RangeBody;
import org.sporos.view.DoubleView;

/**
 * A function of {@code StrictMath}, in a kernel and on the JVM.
 *
 * @param name its name
 * @param kernel makes a body that stores at each index the function of two views' elements, or of the first one's
 * @param onJvm the same of two numbers
 */
public record StrictFunction(String name, Kernel kernel, DoubleBinaryOperator onJvm) {
    /** Makes the body of a kernel. */
    public interface Kernel {
        RangeBody of(DoubleView a, DoubleView b, DoubleView to);
    }

    /** What algorithms tell apart: near these they take another way. */
    private static final double[] BORDERS = {
        0,
        Double.MIN_VALUE,
        Double.MIN_NORMAL,
        1e-300,
        0x1p-600,
        0x1p-500,
        0x1p-57,
        0x1p-55,
        0x1p-54,
        0x1p-29,
        0x1p-28,
        0x1p-27,
        0x1p-20,
        0.25,
        0.3,
        Math.log(2) / 2,
        Math.sqrt(2) - 1,
        0.4375,
        0.5,
        0.6744,
        0.6875,
        Math.sqrt(2) / 2,
        0.78125,
        Math.PI / 4,
        0.975,
        1,
        1.5 * Math.log(2),
        1.1875,
        Math.sqrt(2),
        Math.sqrt(3),
        1.5,
        Math.PI / 2,
        2,
        3 * Math.PI / 4,
        2.4375,
        3,
        22,
        56 * Math.log(2),
        709.782712893384,
        710.4758600739439,
        745.1332191019411,
        1024,
        1075,
        0x1p19 * Math.PI,
        0x1p31,
        0x1p53,
        0x1p66,
        1e22,
        0x1p500,
        0x1p600,
        Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NaN
    };

    /** Returns all of them. */
    public static List<StrictFunction> all() {
        return List.of(
                new StrictFunction(
                        "sin", (a, b, y) -> i -> y.set(i, StrictMath.sin(a.get(i))), (a, b) -> StrictMath.sin(a)),
                new StrictFunction(
                        "cos", (a, b, y) -> i -> y.set(i, StrictMath.cos(a.get(i))), (a, b) -> StrictMath.cos(a)),
                new StrictFunction(
                        "tan", (a, b, y) -> i -> y.set(i, StrictMath.tan(a.get(i))), (a, b) -> StrictMath.tan(a)),
                new StrictFunction(
                        "asin", (a, b, y) -> i -> y.set(i, StrictMath.asin(a.get(i))), (a, b) -> StrictMath.asin(a)),
                new StrictFunction(
                        "acos", (a, b, y) -> i -> y.set(i, StrictMath.acos(a.get(i))), (a, b) -> StrictMath.acos(a)),
                new StrictFunction(
                        "atan", (a, b, y) -> i -> y.set(i, StrictMath.atan(a.get(i))), (a, b) -> StrictMath.atan(a)),
                new StrictFunction(
                        "sinh", (a, b, y) -> i -> y.set(i, StrictMath.sinh(a.get(i))), (a, b) -> StrictMath.sinh(a)),
                new StrictFunction(
                        "cosh", (a, b, y) -> i -> y.set(i, StrictMath.cosh(a.get(i))), (a, b) -> StrictMath.cosh(a)),
                new StrictFunction(
                        "tanh", (a, b, y) -> i -> y.set(i, StrictMath.tanh(a.get(i))), (a, b) -> StrictMath.tanh(a)),
                new StrictFunction(
                        "exp", (a, b, y) -> i -> y.set(i, StrictMath.exp(a.get(i))), (a, b) -> StrictMath.exp(a)),
                new StrictFunction(
                        "expm1", (a, b, y) -> i -> y.set(i, StrictMath.expm1(a.get(i))), (a, b) -> StrictMath.expm1(a)),
                new StrictFunction(
                        "log", (a, b, y) -> i -> y.set(i, StrictMath.log(a.get(i))), (a, b) -> StrictMath.log(a)),
                new StrictFunction(
                        "log1p", (a, b, y) -> i -> y.set(i, StrictMath.log1p(a.get(i))), (a, b) -> StrictMath.log1p(a)),
                new StrictFunction(
                        "log10", (a, b, y) -> i -> y.set(i, StrictMath.log10(a.get(i))), (a, b) -> StrictMath.log10(a)),
                new StrictFunction(
                        "cbrt", (a, b, y) -> i -> y.set(i, StrictMath.cbrt(a.get(i))), (a, b) -> StrictMath.cbrt(a)),
                new StrictFunction(
                        "atan2", (a, b, y) -> i -> y.set(i, StrictMath.atan2(a.get(i), b.get(i))), StrictMath::atan2),
                new StrictFunction(
                        "hypot", (a, b, y) -> i -> y.set(i, StrictMath.hypot(a.get(i), b.get(i))), StrictMath::hypot),
                new StrictFunction(
                        "pow", (a, b, y) -> i -> y.set(i, StrictMath.pow(a.get(i), b.get(i))), StrictMath::pow));
    }

    /**
     * Returns numbers: borders and their neighbours, multiples of half of pi and what is near them, and random ones.
     */
    public static double[] numbers(int randoms, long seed) {
        List<Double> numbers = new ArrayList<>();
        for (double border : BORDERS) {
            around(border, numbers);
        }
        for (int n = 1; n < 100; n++) {
            around(n * (Math.PI / 2), numbers);
            numbers.add(n * (Math.PI / 2) * (1 + 1e-9));
            numbers.add(Math.rint(n * 1e7 * (Math.PI / 2)));
            numbers.add(n / 2.0);
            numbers.add(-n / 2.0);
        }
        Random random = new Random(seed);
        for (int k = 0; k < randoms; k++) {
            double unit = random.nextDouble() - 0.5;
            numbers.add(
                    switch (k % 5) {
                        case 0 -> Double.longBitsToDouble(random.nextLong());
                        case 1 -> 3 * unit;
                        case 2 -> 50 * unit;
                        case 3 -> 1500 * unit;
                        default -> 1 + Math.scalb(unit, -random.nextInt(50));
                    });
        }
        return numbers.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static void around(double number, List<Double> numbers) {
        double up = number;
        double down = number;
        for (int k = 0; k < 3; k++) {
            numbers.addAll(List.of(up, -up, down, -down));
            up = Math.nextUp(up);
            down = Math.nextDown(down);
        }
    }

    /** Returns the same numbers in another order. */
    public static double[] shuffled(double[] numbers, long seed) {
        double[] shuffled = numbers.clone();
        Random random = new Random(seed);
        for (int k = shuffled.length - 1; k > 0; k--) {
            int other = random.nextInt(k + 1);
            double number = shuffled[k];
            shuffled[k] = shuffled[other];
            shuffled[other] = number;
        }
        return shuffled;
    }

    /** Returns where an array is not the function of two others, in words: the first few places. NaNs are the same. */
    public List<String> differences(double[] a, double[] b, double[] y) {
        List<String> differences = new ArrayList<>();
        for (int k = 0; k < a.length && differences.size() < 5; k++) {
            double expected = onJvm.applyAsDouble(a[k], b[k]);
            if (Double.doubleToLongBits(expected) != Double.doubleToLongBits(y[k])) {
                differences.add(name + " of " + a[k] + " and " + b[k] + " is " + y[k] + ", not " + expected);
            }
        }
        return differences;
    }

    /** Returns a number that branches and a loop lead to. */
    public static double walk(int i) {
        double x = i * 1e-3;
        for (int k = 0; k < i % 4; k++) {
            x += i % 3 == 0 ? StrictMath.sin(x) : StrictMath.log(1 + x * x) * StrictMath.pow(x, 0.3);
        }
        return x;
    }
}
