package org.sporos.param;

import org.sporos.error.Labels;

/** A live long parameter; see {@link Param}. */
public final class LongParam extends Param {
    private final boolean bounded;
    private final long lowest;
    private final long highest;

    private LongParam(String label, long value, boolean bounded, long lowest, long highest) {
        super(label, value);
        this.bounded = bounded;
        this.lowest = lowest;
        this.highest = highest;
    }

    /** Returns a new parameter with its first value. */
    public static LongParam of(String label, long value) {
        return new LongParam(label, value, false, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /**
     * Returns a new parameter of the same label and value whose values stay within {@code [lowest, highest]}. Proofs
     * about kernels may use that.
     *
     * @throws IllegalArgumentException if the value is outside of the range
     */
    public LongParam within(long lowest, long highest) {
        LongParam param = new LongParam(label(), bits(), true, lowest, highest);
        param.set(bits());
        return param;
    }

    /** Returns the value: inside of a run the one at its submit. */
    public long get() {
        return current();
    }

    /**
     * Sets the value for the submits that follow.
     *
     * @throws IllegalArgumentException if it is outside of the range of {@link #within}
     */
    public void set(long value) {
        if (bounded && !(value >= lowest && value <= highest)) {
            throw outside(Long.toString(value), "[" + lowest + ", " + highest + "]");
        }
        bits(value);
    }

    @Override
    public boolean isBounded() {
        return bounded;
    }

    /** Returns the lowest value that it can have. */
    public long lowest() {
        return lowest;
    }

    /** Returns the highest value that it can have. */
    public long highest() {
        return highest;
    }

    @Override
    public String toString() {
        return "LongParam " + Labels.quoted(label()) + " = " + bits();
    }
}
