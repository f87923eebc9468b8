//#if reduction
package org.sporos.policy;

/** The operator of a custom reduction of $type$ values. It is associative up to rounding, and need not commute. */
@FunctionalInterface
public interface $Type$Join extends KernelBody {

    /**
     * Returns both values joined, of which the left one stands for the earlier contributions. The identity joined with
     * any value must give that value.
     */
    $type$ join($type$ left, $type$ right);
}
//#end
