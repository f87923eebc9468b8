package org.sporos.param;

import org.sporos.error.Labels;

/** A live int parameter; see {@link Param}. */
public final class IntParam extends Param {
    private final boolean bounded;
    private final int lowest;
    private final int highest;

    private IntParam(String label, int value, boolean bounded, int lowest, int highest) {
        super(label, value);
        this.bounded = bounded;
        this.lowest = lowest;
        this.highest = highest;
    }

    /** Returns a new parameter with its first value. */
    public static IntParam of(String label, int value) {
        return new IntParam(label, value, false, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /**
     * Returns a new parameter of the same label and value whose values stay within {@code [lowest, highest]}. Proofs
     * about kernels may use that.
     *
     * @throws IllegalArgumentException if the value is outside of the range
     */
    public IntParam within(int lowest, int highest) {
        IntParam param = new IntParam(label(), (int) bits(), true, lowest, highest);
        param.set((int) bits());
        return param;
    }

    /** Returns the value: inside of a run the one at its submit. */
    public int get() {
        return (int) current();
    }

    /**
     * Sets the value for the submits that follow.
     *
     * @throws IllegalArgumentException if it is outside of the range of {@link #within}
     */
    public void set(int value) {
        if (bounded && !(value >= lowest && value <= highest)) {
            throw outside(Integer.toString(value), "[" + lowest + ", " + highest + "]");
        }
        bits(value);
    }

    @Override
    public boolean isBounded() {
        return bounded;
    }

    /** Returns the lowest value that it can have. */
    public int lowest() {
        return lowest;
    }

    /** Returns the highest value that it can have. */
    public int highest() {
        return highest;
    }

    @Override
    public String toString() {
        return "IntParam " + Labels.quoted(label()) + " = " + (int) bits();
    }
}
