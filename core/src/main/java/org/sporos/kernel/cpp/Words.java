package org.sporos.kernel.cpp;

import java.util.List;
import org.sporos.error.InternalException;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.space.ElementType;

/** The C++ text of types, literals, and lists in parentheses. */
final class Words {
    private static final int WIDTH = 118;

    private Words() {}

    static String type(Type type) {
        return switch (type) {
            case VOID -> "void";
            case BOOL -> "bool";
            case I32 -> "int";
            case I64 -> "long long";
            case F32 -> "float";
            case F64 -> "double";
        };
    }

    /** Returns the type of an element of a view in memory. */
    static String type(ElementType element) {
        return type(Storage.of(element));
    }

    /** Returns the type of a value in memory. */
    static String type(Storage storage) {
        return switch (storage) {
            case BOOL -> "bool";
            case I8 -> "signed char";
            case I16 -> "short";
            case U16 -> "unsigned short";
            case I32, I64, F32, F64 -> type(storage.value());
        };
    }

    static Expr zero(Type type) {
        return literal(type, 0);
    }

    /** Returns the literal of raw bits, those of 32-bit types in the low half. */
    static Expr literal(Type type, long bits) {
        return switch (type) {
            case VOID -> throw new InternalException("void has no literals");
            case BOOL -> Expr.word(bits != 0 ? "true" : "false");
            case I32 -> signed((int) bits == Integer.MIN_VALUE ? "(-2147483647 - 1)" : Integer.toString((int) bits));
            case I64 -> signed(bits == Long.MIN_VALUE ? "(-9223372036854775807LL - 1)" : bits + "LL");
            case F32 -> f32((int) bits);
            case F64 -> f64(bits);
        };
    }

    private static Expr f32(int bits) {
        float value = Float.intBitsToFloat(bits);
        if (Float.isNaN(value) || Float.isInfinite(value)) {
            return Expr.word("java::f32(" + literal(Type.I32, bits).text() + ")");
        }
        return signed(Float.toString(value) + "f");
    }

    private static Expr f64(long bits) {
        double value = Double.longBitsToDouble(bits);
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Expr.word("java::f64(" + literal(Type.I64, bits).text() + ")");
        }
        return signed(Double.toString(value));
    }

    private static Expr signed(String text) {
        return new Expr(text, text.startsWith("-") ? Expr.UNARY : Expr.PRIMARY, java.util.Set.of());
    }

    /** Returns a list in parentheses, wrapped at full lines. */
    static String wrapped(String head, List<String> parts) {
        StringBuilder out = new StringBuilder(head);
        int column = head.length();
        for (int k = 0; k < parts.size(); k++) {
            String part = parts.get(k) + (k + 1 < parts.size() ? "," : ")");
            if (column + part.length() > WIDTH) {
                out.append("\n        ");
                column = 8;
            } else if (k > 0) {
                out.append(' ');
                column++;
            }
            out.append(part);
            column += part.length();
        }
        return parts.isEmpty() ? out.append(')').toString() : out.toString();
    }
}
