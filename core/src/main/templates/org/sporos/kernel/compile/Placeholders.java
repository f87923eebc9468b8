package org.sporos.kernel.compile;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sporos.param.BooleanParam;
[#list params as t]
import org.sporos.param.${t.Type}Param;
[/#list]
import org.sporos.view.View;
import org.sporos.view.ViewSpec;

/** Placeholders of captured values in a template. */
final class Placeholders {
    private static final int MARK = 0x53E3_0D01;
    private static final int STEP = 7919;

    private Placeholders() {}

    /** Returns a view without memory of the same type and rank, or a param of the same type. */
    static Object of(Object value) {
        if (value instanceof View view) {
            long[] extents = new long[view.rank()];
            Arrays.fill(extents, 1);
            return ViewSpec.of(view.elementType(), extents).inGraph("template");
        }
[#list params as t]
        if (value instanceof ${t.Type}Param) {
            return ${t.Type}Param.of("template", 0);
        }
[/#list]
        return BooleanParam.of("template", false);
    }

    /** Returns a number that is unlikely in user code, of the type of a captured number; other values unchanged. */
    static @Nullable Object marked(@Nullable Object value, int index) {
        int mark = MARK + STEP * index;
        if (value instanceof Integer) {
            return mark;
        } else if (value instanceof Long) {
            return (long) mark << Short.SIZE;
        } else if (value instanceof Float) {
            return Float.intBitsToFloat(mark);
        }
        return value instanceof Double ? (Object) Double.longBitsToDouble((long) mark << Short.SIZE) : value;
    }
}
