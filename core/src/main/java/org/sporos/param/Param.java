package org.sporos.param;

import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.RunFrame;

/**
 * A scalar that kernels read and that host code changes between submits, without a new instantiation. Each run uses the
 * value at its submit. Thread-safe.
 */
public abstract sealed class Param permits DoubleParam, FloatParam, IntParam, LongParam, BooleanParam {
    private final String label;
    private volatile long value;

    Param(String label, long bits) {
        this.label = Required.argument(label, "the label of a param");
        this.value = bits;
    }

    /** Returns its label. */
    public final String label() {
        return label;
    }

    /** Returns the raw bits of the value for the next submit; see {@link #current()}. */
    public final long bits() {
        return value;
    }

    /** Returns the raw bits of the current value: in a run, that at its submit. */
    public final long current() {
        RunFrame frame = RunFrame.current();
        return frame == null ? value : frame.bitsOf(this, value);
    }

    final void bits(long bits) {
        value = bits;
    }

    /** Returns whether its values are limited to a range, which proofs may use. */
    public abstract boolean isBounded();

    /** Returns the exception for a value outside of the declared range. */
    final IllegalArgumentException outside(String wanted, String range) {
        return new CodedArgumentException(
                "S212", "param " + Labels.quoted(label) + " is set to " + wanted + ", outside of its range " + range);
    }
}
