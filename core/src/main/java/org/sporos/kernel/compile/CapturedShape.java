package org.sporos.kernel.compile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.capture.CapturedKernel;

/**
 * The code of a body and the kinds of its captured values: bodies of one shape differ in captured numbers and views
 * only. Immutable.
 */
record CapturedShape(CodeOfBody code, List<Object> kinds) {

    /** Explicit, as record methods are bootstrapped at run time, which slows startup. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CapturedShape shape && shape.code.equals(code) && shape.kinds.equals(kinds);
    }

    @Override
    public int hashCode() {
        return 31 * code.hashCode() + kinds.hashCode();
    }

    static CapturedShape of(CodeOfBody code, CapturedKernel kernel) {
        List<@Nullable Object> captured = kernel.captured();
        List<Object> kinds = new ArrayList<>(captured.size());
        for (int k = 0; k < captured.size(); k++) {
            kinds.add(kind(captured, k));
        }
        return new CapturedShape(code, kinds);
    }

    /** Within one compilation objects are compared by identity. */
    private static Object kind(List<@Nullable Object> captured, int k) {
        Object memory = ValueKind.ofMemory(captured, k);
        Object value = captured.get(k);
        if (memory != null) {
            return memory;
        } else if (ValueKind.isNumber(value)) {
            return value.getClass();
        }
        boolean isSimple = value instanceof Boolean || value instanceof Character || value instanceof Number;
        return isSimple ? value : new ValueKind.Same(value);
    }
}
