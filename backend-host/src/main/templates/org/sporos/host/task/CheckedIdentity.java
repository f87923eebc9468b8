package org.sporos.host.task;

import org.sporos.error.InternalException;
import org.sporos.internal.error.RunRefusal;
[#list reductions as t]
import org.sporos.policy.${t.Type}Join;
[/#list]
import org.sporos.policy.KernelBody;
import org.sporos.space.ElementValue;

/**
 * The operator of a custom reduction in a strict space: each value that is combined with the identity must stay the
 * same, or make no difference to a second one. {@code Math::hypot} drops the sign of its first value, for example.
 */
final class CheckedIdentity {
    private CheckedIdentity() {}

    /** Returns an operator that fails with the code R315 if its identity is not neutral. */
    static KernelBody of(KernelBody join, ElementValue identity) {
[#list reductions as t]
        if (join instanceof ${t.Type}Join operator) {
            return of(operator, identity.as${t.Type}());
        }
[/#list]
        throw new InternalException("an operator of no known type: " + join);
    }
[#list reductions as t]

    private static ${t.Type}Join of(${t.Type}Join operator, ${t.type} identity) {
        return (left, right) -> {
            ${t.type} joined = operator.join(left, right);
            if (${t.Box}.compare(left, identity) == 0
                    && !isSame(joined, right)
                    && !isSame(operator.join(joined, right), operator.join(right, right))) {
                throw broken(identity + " and " + right + " gives " + joined);
            }
            return joined;
        };
    }
[#if t.real]

    /** Returns whether two values agree in half of their digits, as operators may round. */
    private static boolean isSame(${t.type} a, ${t.type} b) {
        return a == b
                || ${t.Box}.isNaN(a) && ${t.Box}.isNaN(b)
                || Math.abs(a - b) < Math.scalb(Math.max(Math.abs(a), Math.abs(b)), [#if t.type == "float"]-12[#else]-26[/#if]);
    }
[#else]

    private static boolean isSame(${t.type} a, ${t.type} b) {
        return a == b;
    }
[/#if]
[/#list]

    private static IllegalStateException broken(String what) {
        return RunRefusal.ofCall(
                "R315",
                "the identity of a custom reduction changes a value: the operator with " + what
                        + "; give the value that leaves every other as it is, such as 0 for a sum and 1 for a product");
    }
}
