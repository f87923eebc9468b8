package org.sporos.reduce;

import org.sporos.error.InternalException;
import org.sporos.internal.error.Required;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.view.View;

/** The identity of each built-in operator. */
@SuppressWarnings("cast")
final class Identities {

    private Identities() {}

    static ElementValue of(ReductionOp op, View result) {
        ElementType type = Required.argument(result, "the result view of a reduction").elementType();
        return switch (op) {
            // -0.0 is the true identity of addition, but users expect an empty sum to be 0.0.
            case SUM, LOGICAL_OR, BIT_OR, BIT_XOR -> ElementValue.zero(type);
            case PROD, LOGICAL_AND -> one(type);
            case BIT_AND -> allBits(type);
            case MIN, MIN_LOC -> highest(type);
            case MAX, MAX_LOC -> lowest(type);
            case CUSTOM -> throw new InternalException("a custom reduction brings its own identity");
        };
    }

    private static ElementValue one(ElementType type) {
        return switch (type) {
[#list reductions as t]
            case ${t.TYPE} -> ElementValue.of((${t.type}) 1);
[/#list]
            default -> throw noResult(type);
        };
    }

    private static ElementValue allBits(ElementType type) {
        return switch (type) {
[#list integers as t]
            case ${t.TYPE} -> ElementValue.of((${t.type}) -1);
[/#list]
            default -> throw noResult(type);
        };
    }

    private static ElementValue highest(ElementType type) {
        return switch (type) {
[#list reductions as t]
            case ${t.TYPE} -> ElementValue.of(${t.highest});
[/#list]
            default -> throw noResult(type);
        };
    }

    private static ElementValue lowest(ElementType type) {
        return switch (type) {
[#list reductions as t]
            case ${t.TYPE} -> ElementValue.of(${t.lowest});
[/#list]
            default -> throw noResult(type);
        };
    }

    private static InternalException noResult(ElementType type) {
        return new InternalException("no reduction has a result of type " + type.javaName());
    }
}
