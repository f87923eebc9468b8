[@perType reductions; t]
package org.sporos.policy;

/** The operator of a custom reduction of ${t.type} values. It is associative up to rounding, and need not commute. */
@FunctionalInterface
public interface ${t.Type}Join extends KernelBody {

    /**
     * Returns the combination of two values; the left one combines earlier contributions. The identity joined with any
     * value must give that value.
     */
    ${t.type} join(${t.type} left, ${t.type} right);
}
[/@perType]
