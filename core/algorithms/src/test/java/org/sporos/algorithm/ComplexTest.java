package org.sporos.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ComplexTest {
    private static final MathContext EXACT = new MathContext(60);
    private static final double ROUNDING = 0x1p-52;

    private static BigDecimal big(double x) {
        return new BigDecimal(x);
    }

    private static Complex random(Random random) {
        double size = Math.scalb(1.0, random.nextInt(60) - 30);
        return new Complex((random.nextDouble() - 0.5) * size, (random.nextDouble() - 0.5) * size);
    }

    /** Both parts are right but for a few roundings of the modulus. */
    private static void assertNear(Complex found, BigDecimal re, BigDecimal im) {
        double most = 4 * ROUNDING * Math.max(Math.abs(re.doubleValue()), Math.abs(im.doubleValue()));
        assertThat(found.re()).isCloseTo(re.doubleValue(), within(most));
        assertThat(found.im()).isCloseTo(im.doubleValue(), within(most));
    }

    @Test
    void sums_and_products_are_those_of_exact_arithmetic_but_for_rounding() {
        Random random = new Random(5);
        for (int k = 0; k < 2_000; k++) {
            Complex a = random(random);
            Complex b = random(random);
            assertThat(Complex.add(a, b)).isEqualTo(new Complex(a.re() + b.re(), a.im() + b.im()));
            assertThat(Complex.subtract(a, b)).isEqualTo(Complex.add(a, Complex.negate(b)));
            BigDecimal re =
                    big(a.re()).multiply(big(b.re())).subtract(big(a.im()).multiply(big(b.im())));
            BigDecimal im = big(a.re()).multiply(big(b.im())).add(big(a.im()).multiply(big(b.re())));
            assertNearOfProduct(Complex.multiply(a, b), re, im, Complex.abs(a) * Complex.abs(b));
        }
    }

    private static void assertNearOfProduct(Complex found, BigDecimal re, BigDecimal im, double size) {
        assertThat(found.re()).isCloseTo(re.doubleValue(), within(2 * ROUNDING * size));
        assertThat(found.im()).isCloseTo(im.doubleValue(), within(2 * ROUNDING * size));
    }

    @Test
    void quotients_are_those_of_exact_arithmetic_but_for_rounding() {
        Random random = new Random(6);
        for (int k = 0; k < 2_000; k++) {
            Complex a = random(random);
            Complex b = random(random);
            BigDecimal norm = big(b.re()).pow(2).add(big(b.im()).pow(2));
            BigDecimal re = big(a.re()).multiply(big(b.re())).add(big(a.im()).multiply(big(b.im())));
            BigDecimal im =
                    big(a.im()).multiply(big(b.re())).subtract(big(a.re()).multiply(big(b.im())));
            assertNear(Complex.divide(a, b), re.divide(norm, EXACT), im.divide(norm, EXACT));
        }
    }

    @Test
    void large_and_small_numbers_have_quotients_and_moduli() {
        Complex large = new Complex(1e300, -1e300);
        Complex small = new Complex(3e-300, 4e-300);
        assertThat(Complex.divide(large, large)).isEqualTo(new Complex(1, 0));
        assertThat(Complex.divide(small, small)).isEqualTo(new Complex(1, 0));
        assertThat(Complex.abs(large)).isCloseTo(Math.sqrt(2) * 1e300, within(1e285));
        assertThat(Complex.abs(small)).isCloseTo(5e-300, within(1e-315));
        assertThat(Complex.abs(new Complex(0, -0.0))).isEqualTo(0.0);
        assertThat(Complex.abs(new Complex(Double.NEGATIVE_INFINITY, 3))).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Complex.abs(new Complex(Double.NaN, 3))).isNaN();
        assertThat(Complex.divide(new Complex(1, 1), new Complex(0, 0)).re()).isNaN();
    }

    @Test
    void the_other_functions_are_those_of_the_textbook() {
        Complex z = new Complex(3, 4);
        assertThat(Complex.abs(z)).isEqualTo(5);
        assertThat(Complex.abs2(z)).isEqualTo(25);
        assertThat(Complex.conjugate(z)).isEqualTo(new Complex(3, -4));
        assertThat(Complex.scale(z, 2)).isEqualTo(new Complex(6, 8));
        assertThat(Complex.arg(new Complex(-1, 0))).isEqualTo(Math.PI);
        Complex again = Complex.polar(Complex.abs(z), Complex.arg(z));
        assertThat(again.re()).isCloseTo(3, within(1e-14));
        assertThat(again.im()).isCloseTo(4, within(1e-14));
        Complex minusOne = Complex.exp(new Complex(0, Math.PI));
        assertThat(minusOne.re()).isEqualTo(-1);
        assertThat(minusOne.im()).isCloseTo(0, within(1e-15));
    }
}
