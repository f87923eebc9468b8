package org.sporos.algorithm;

/**
 * A complex number, for kernels and {@linkplain org.sporos.view.RecordView views of records}. The arithmetic is static
 * methods that kernels call. Immutable.
 *
 * <p>Sums, products, quotients and {@link #abs} give the same bits on every backend. {@link #exp}, {@link #polar} and
 * {@link #arg} call functions of {@code Math}, which are vendor-specific on each backend. A product is the textbook
 * one: unlike in C, infinite and NaN parts are not corrected.
 *
 * <pre>{@code
 * RecordView<Complex> z = RecordView.of("z", space, Complex.class, n);
 * Complex c = new Complex(-0.8, 0.156);
 * Graph julia = Graph.define("julia", start -> start.thenParallelFor(
 *         "square", RangePolicy.of(n), i -> z.set(i, Complex.add(Complex.multiply(z.get(i), z.get(i)), c))));
 * }</pre>
 *
 * @param re the real part
 * @param im the imaginary part
 * @since 0.1.0
 */
public record Complex(double re, double im) {

    /** Returns the number of a modulus and an angle in radians. */
    public static Complex polar(double modulus, double angle) {
        return new Complex(modulus * Math.cos(angle), modulus * Math.sin(angle));
    }

    /** Returns a + b. */
    public static Complex add(Complex a, Complex b) {
        return new Complex(a.re + b.re, a.im + b.im);
    }

    /** Returns a - b. */
    public static Complex subtract(Complex a, Complex b) {
        return new Complex(a.re - b.re, a.im - b.im);
    }

    /** Returns a b. */
    public static Complex multiply(Complex a, Complex b) {
        return new Complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
    }

    /** Returns a times a real number. */
    public static Complex scale(Complex a, double factor) {
        return new Complex(a.re * factor, a.im * factor);
    }

    /**
     * Returns a / b, by the algorithm of R. L. Smith (Communications of the ACM 5, 1962), which overflows only for
     * quotients near the limit. A division by zero gives NaN parts.
     */
    public static Complex divide(Complex a, Complex b) {
        boolean isReal = Math.abs(b.re) >= Math.abs(b.im);
        double large = isReal ? b.re : b.im;
        double small = isReal ? b.im : b.re;
        double ratio = small / large;
        double scale = large + small * ratio;
        double first = isReal ? a.re + a.im * ratio : a.re * ratio + a.im;
        double second = isReal ? a.im - a.re * ratio : a.im * ratio - a.re;
        return new Complex(first / scale, second / scale);
    }

    /** Returns -a. */
    public static Complex negate(Complex a) {
        return new Complex(-a.re, -a.im);
    }

    /** Returns the number with the other sign of the imaginary part. */
    public static Complex conjugate(Complex a) {
        return new Complex(a.re, -a.im);
    }

    /** Returns the square of the modulus. */
    public static double abs2(Complex a) {
        return a.re * a.re + a.im * a.im;
    }

    /** Returns the modulus, which overflows only if it is larger than all doubles. */
    public static double abs(Complex a) {
        double large = Math.max(Math.abs(a.re), Math.abs(a.im));
        double small = Math.min(Math.abs(a.re), Math.abs(a.im));
        double ratio = small / large;
        boolean isEnd = large == 0 || large == Double.POSITIVE_INFINITY;
        return isEnd ? large : large * Math.sqrt(1 + ratio * ratio);
    }

    /** Returns the angle to the positive real axis, from -pi to pi. */
    public static double arg(Complex a) {
        return Math.atan2(a.im, a.re);
    }

    /** Returns e to the power of a. */
    public static Complex exp(Complex a) {
        return polar(Math.exp(a.re), a.im);
    }
}
