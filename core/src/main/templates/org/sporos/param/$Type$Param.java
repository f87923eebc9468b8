[@perType params; t]
package org.sporos.param;

import org.sporos.internal.error.Labels;

/**
 * A ${t.type} parameter; see {@link Param}.
 *
 * <pre>{@code
 * ${t.Type}Param factor = ${t.Type}Param.of("factor", 1).within(0, 10);
 * root.thenParallelFor("scale", RangePolicy.of(n), i -> x.set(i, factor.get() * x.get(i)));
 * factor.set(2);
 * }</pre>
 */
public final class ${t.Type}Param extends Param {
    private final boolean bounded;
    private final ${t.type} lowest;
    private final ${t.type} highest;

    private ${t.Type}Param(String label, ${t.type} value, boolean bounded, ${t.type} lowest, ${t.type} highest) {
        super(label, ${apply(t.toBits, "value")});
        this.bounded = bounded;
        this.lowest = lowest;
        this.highest = highest;
    }

    /** Returns a new parameter with its initial value. */
    public static ${t.Type}Param of(String label, ${t.type} value) {
        return new ${t.Type}Param(label, value, false, ${t.lowest}, ${t.highest});
    }

    /**
     * Returns a new parameter of the same label and value with all values limited to {@code [lowest, highest]}. Proofs
     * about kernels may use that.
     *
     * @throws IllegalArgumentException if the value is outside of the range
     */
    public ${t.Type}Param within(${t.type} lowest, ${t.type} highest) {
        ${t.Type}Param param = new ${t.Type}Param(label(), ${apply(t.fromBits, "bits()")}, true, lowest, highest);
        param.set(${apply(t.fromBits, "bits()")});
        return param;
    }

    /** Returns the value: in a run, that at its submit. */
    public ${t.type} get() {
        return ${apply(t.fromBits, "current()")};
    }

    /**
     * Sets the value for later submits.
     *
     * @throws IllegalArgumentException if it is outside of the range of {@link #within}
     */
    public void set(${t.type} value) {
        if (bounded && !(value >= lowest && value <= highest)) {
            throw outside(${t.Box}.toString(value), "[" + lowest + ", " + highest + "]");
        }
        bits(${apply(t.toBits, "value")});
    }

    @Override
    public boolean isBounded() {
        return bounded;
    }

    /** Returns the lowest permitted value. */
    public ${t.type} lowest() {
        return lowest;
    }

    /** Returns the highest permitted value. */
    public ${t.type} highest() {
        return highest;
    }

    @Override
    public String toString() {
        return "${t.Type}Param " + Labels.quoted(label()) + " = " + ${apply(t.fromBits, "bits()")};
    }
}
[/@perType]
