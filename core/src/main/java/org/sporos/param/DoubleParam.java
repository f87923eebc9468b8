package org.sporos.param;

import org.sporos.error.Labels;

/** A live double parameter; see {@link Param}. */
public final class DoubleParam extends Param {
    private final boolean bounded;
    private final double lowest;
    private final double highest;

    private DoubleParam(String label, double value, boolean bounded, double lowest, double highest) {
        super(label, Double.doubleToRawLongBits(value));
        this.bounded = bounded;
        this.lowest = lowest;
        this.highest = highest;
    }

    /** Returns a new parameter with its first value. */
    public static DoubleParam of(String label, double value) {
        return new DoubleParam(label, value, false, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /**
     * Returns a new parameter of the same label and value whose values stay within {@code [lowest, highest]}. Proofs
     * about kernels may use that.
     *
     * @throws IllegalArgumentException if the value is outside of the range
     */
    public DoubleParam within(double lowest, double highest) {
        DoubleParam param = new DoubleParam(label(), Double.longBitsToDouble(bits()), true, lowest, highest);
        param.set(Double.longBitsToDouble(bits()));
        return param;
    }

    /** Returns the value: inside of a run the one at its submit. */
    public double get() {
        return Double.longBitsToDouble(current());
    }

    /**
     * Sets the value for the submits that follow.
     *
     * @throws IllegalArgumentException if it is outside of the range of {@link #within}
     */
    public void set(double value) {
        if (bounded && !(value >= lowest && value <= highest)) {
            throw outside(Double.toString(value), "[" + lowest + ", " + highest + "]");
        }
        bits(Double.doubleToRawLongBits(value));
    }

    @Override
    public boolean isBounded() {
        return bounded;
    }

    /** Returns the lowest value that it can have. */
    public double lowest() {
        return lowest;
    }

    /** Returns the highest value that it can have. */
    public double highest() {
        return highest;
    }

    @Override
    public String toString() {
        return "DoubleParam " + Labels.quoted(label()) + " = " + Double.longBitsToDouble(bits());
    }
}
