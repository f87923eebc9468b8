//#if reduction
package org.sporos.policy;

/** The operator of a custom reduction of $type$ values. */
@FunctionalInterface
public interface $Type$Join extends KernelBody {

    /** Returns both values joined. The identity joined with any value must give that value. */
    $type$ join($type$ left, $type$ right);
}
//#end
