package org.sporos.param;

import org.sporos.error.Labels;

/** A live float parameter; see {@link Param}. */
public final class FloatParam extends Param {
    private final boolean bounded;
    private final float lowest;
    private final float highest;

    private FloatParam(String label, float value, boolean bounded, float lowest, float highest) {
        super(label, Float.floatToRawIntBits(value));
        this.bounded = bounded;
        this.lowest = lowest;
        this.highest = highest;
    }

    /** Returns a new parameter with its first value. */
    public static FloatParam of(String label, float value) {
        return new FloatParam(label, value, false, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY);
    }

    /**
     * Returns a new parameter of the same label and value whose values stay within {@code [lowest, highest]}. Proofs
     * about kernels may use that.
     *
     * @throws IllegalArgumentException if the value is outside of the range
     */
    public FloatParam within(float lowest, float highest) {
        FloatParam param = new FloatParam(label(), Float.intBitsToFloat((int) bits()), true, lowest, highest);
        param.set(Float.intBitsToFloat((int) bits()));
        return param;
    }

    /** Returns the value: inside of a run the one at its submit. */
    public float get() {
        return Float.intBitsToFloat((int) current());
    }

    /**
     * Sets the value for the submits that follow.
     *
     * @throws IllegalArgumentException if it is outside of the range of {@link #within}
     */
    public void set(float value) {
        if (bounded && !(value >= lowest && value <= highest)) {
            throw outside(Float.toString(value), "[" + lowest + ", " + highest + "]");
        }
        bits(Float.floatToRawIntBits(value));
    }

    @Override
    public boolean isBounded() {
        return bounded;
    }

    /** Returns the lowest value that it can have. */
    public float lowest() {
        return lowest;
    }

    /** Returns the highest value that it can have. */
    public float highest() {
        return highest;
    }

    @Override
    public String toString() {
        return "FloatParam " + Labels.quoted(label()) + " = " + Float.intBitsToFloat((int) bits());
    }
}
