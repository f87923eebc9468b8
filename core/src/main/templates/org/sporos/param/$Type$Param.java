//#if param
package org.sporos.param;

import org.sporos.error.Labels;

/**
 * A live $type$ parameter; see {@link Param}.
 *
 * <pre>{@code
 * $Type$Param factor = $Type$Param.of("factor", 1).within(0, 10);
 * root.thenParallelFor("scale", RangePolicy.of(n), i -> x.set(i, factor.get() * x.get(i)));
 * factor.set(2);
 * }</pre>
 */
public final class $Type$Param extends Param {
    private final boolean bounded;
    private final $type$ lowest;
    private final $type$ highest;

    private $Type$Param(String label, $type$ value, boolean bounded, $type$ lowest, $type$ highest) {
        super(label, $toBits$(value));
        this.bounded = bounded;
        this.lowest = lowest;
        this.highest = highest;
    }

    /** Returns a new parameter with its first value. */
    public static $Type$Param of(String label, $type$ value) {
        return new $Type$Param(label, value, false, $lowest$, $highest$);
    }

    /**
     * Returns a new parameter of the same label and value whose values stay within {@code [lowest, highest]}. Proofs
     * about kernels may use that.
     *
     * @throws IllegalArgumentException if the value is outside of the range
     */
    public $Type$Param within($type$ lowest, $type$ highest) {
        $Type$Param param = new $Type$Param(label(), $fromBits$(bits()), true, lowest, highest);
        param.set($fromBits$(bits()));
        return param;
    }

    /** Returns the value: inside of a run the one at its submit. */
    public $type$ get() {
        return $fromBits$(current());
    }

    /**
     * Sets the value for the submits that follow.
     *
     * @throws IllegalArgumentException if it is outside of the range of {@link #within}
     */
    public void set($type$ value) {
        if (bounded && !(value >= lowest && value <= highest)) {
            throw outside($Box$.toString(value), "[" + lowest + ", " + highest + "]");
        }
        bits($toBits$(value));
    }

    @Override
    public boolean isBounded() {
        return bounded;
    }

    /** Returns the lowest value that it can have. */
    public $type$ lowest() {
        return lowest;
    }

    /** Returns the highest value that it can have. */
    public $type$ highest() {
        return highest;
    }

    @Override
    public String toString() {
        return "$Type$Param " + Labels.quoted(label()) + " = " + $fromBits$(bits());
    }
}
//#end
