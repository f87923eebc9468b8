package org.sporos.param;

import org.sporos.internal.error.Labels;

/**
 * A boolean parameter; see {@link Param}.
 *
 * <pre>{@code
 * BooleanParam periodic = BooleanParam.of("periodic", true);
 * root.thenParallelFor("shift", RangePolicy.of(n - 1), i -> y.set(i, periodic.get() ? x.get(i + 1) : 0));
 * periodic.set(false);
 * }</pre>
 */
public final class BooleanParam extends Param {

    private BooleanParam(String label, boolean value) {
        super(label, value ? 1 : 0);
    }

    /** Returns a new parameter with its initial value. */
    public static BooleanParam of(String label, boolean value) {
        return new BooleanParam(label, value);
    }

    /** Returns the value: in a run, that at its submit. */
    public boolean get() {
        return current() != 0;
    }

    /** Sets the value for later submits. */
    public void set(boolean value) {
        bits(value ? 1 : 0);
    }

    @Override
    public boolean isBounded() {
        return false;
    }

    @Override
    public String toString() {
        return "BooleanParam " + Labels.quoted(label()) + " = " + (bits() != 0);
    }
}
