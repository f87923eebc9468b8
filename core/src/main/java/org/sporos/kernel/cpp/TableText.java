package org.sporos.kernel.cpp;

import org.sporos.kernel.ir.ConstantTable;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;

/**
 * The C++ of tables of constants. They precede the function that reads them, in device memory on a GPU: compilers fold
 * known elements, and CUDA's constant memory is limited to 64 KiB.
 */
final class TableText {
    private static final int LINE = 100;

    private TableText() {}

    /** Infinities and NaNs have no literals: tables with these hold the raw bits of their elements. */
    static boolean holdsBits(LocalArray array) {
        return array.isTable() && array.contents().hasNonFinite();
    }

    /** Returns the number whose bits an element holds. */
    static Expr ofBits(LocalArray array, Expr element) {
        return Expr.call(array.element() == Storage.F32 ? "java::f32" : "java::f64", element);
    }

    /** Returns the declaration of a table. */
    static String declared(LocalArray array, String name, CppDialect dialect) {
        ConstantTable table = array.contents();
        boolean bits = holdsBits(array);
        Type value = array.element().value();
        Type literal = !bits ? value : value == Type.F32 ? Type.I32 : Type.I64;
        String element = bits ? Words.type(literal) : Words.type(array.element());
        StringBuilder text = new StringBuilder("static ")
                .append(dialect.isGpu() ? "__device__ " : "")
                .append("const ")
                .append(element)
                .append(' ')
                .append(name)
                .append('[')
                .append(Math.max(1, table.length()))
                .append("] = {");
        int begin = 0;
        for (int k = 0; k < table.length(); k++) {
            String each = Words.literal(literal, table.bits(k)).text() + (k + 1 < table.length() ? "," : "");
            boolean breaks = text.length() + each.length() - begin > LINE;
            begin = breaks ? text.length() : begin;
            text.append(breaks ? "\n    " : k == 0 ? "" : " ").append(each);
        }
        return text.append("};\n").toString();
    }
}
