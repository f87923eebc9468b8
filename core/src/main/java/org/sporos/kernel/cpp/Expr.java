package org.sporos.kernel.cpp;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A C++ expression as text.
 *
 * @param level the precedence of its outermost operator
 * @param names the local variables that it reads
 */
record Expr(String text, int level, Set<String> names) {
    static final int CONDITIONAL = 3;
    static final int OR = 4;
    static final int AND = 5;
    static final int BIT_OR = 6;
    static final int BIT_XOR = 7;
    static final int BIT_AND = 8;
    static final int EQUALITY = 9;
    static final int RELATION = 10;
    static final int SHIFT = 11;
    static final int SUM = 12;
    static final int PRODUCT = 13;
    static final int UNARY = 15;
    static final int PRIMARY = 16;

    Expr {
        names = Set.copyOf(names);
    }

    static Expr word(String text) {
        return new Expr(text, PRIMARY, Set.of());
    }

    static Expr variable(String name) {
        return new Expr(name, PRIMARY, Set.of(name));
    }

    static Expr binary(Expr a, String operator, int level, Expr b) {
        // Operands of bitwise operators get parentheses: few readers remember their precedence.
        boolean odd = level <= BIT_AND && level >= BIT_OR || level == SHIFT;
        int need = odd ? UNARY : level;
        String text = a.in(need) + " " + operator + " " + b.in(odd ? UNARY : level + 1);
        return new Expr(text, level, union(a, b));
    }

    static Expr both(Expr a, Expr b) {
        return new Expr(a.in(AND) + " && " + b.in(AND), AND, union(a, b));
    }

    static Expr unary(String operator, Expr a) {
        String inner = a.in(UNARY);
        boolean doubled = operator.equals("-") && inner.startsWith("-");
        return new Expr(operator + (doubled ? "(" + inner + ")" : inner), UNARY, a.names);
    }

    static Expr call(String function, Expr... arguments) {
        StringBuilder text = new StringBuilder(function).append('(');
        for (int k = 0; k < arguments.length; k++) {
            text.append(k == 0 ? "" : ", ").append(arguments[k].text);
        }
        return new Expr(text.append(')').toString(), PRIMARY, union(arguments));
    }

    static Expr conditional(Expr condition, Expr yes, Expr no) {
        String text = condition.in(OR) + " ? " + yes.in(OR) + " : " + no.in(CONDITIONAL);
        return new Expr(text, CONDITIONAL, union(condition, yes, no));
    }

    static Expr cast(String type, Expr a) {
        return new Expr("(" + type + ") " + a.in(UNARY), UNARY, a.names);
    }

    /** Returns the negation of a condition. */
    Expr not() {
        int signs = text.split(" [=!]= ", -1).length - 1;
        if (level == EQUALITY && signs == 1) {
            // Valid for floats, too: a NaN is unequal to everything.
            boolean equal = text.contains(" == ");
            return new Expr(equal ? text.replace(" == ", " != ") : text.replace(" != ", " == "), level, names);
        } else if (level != UNARY || !text.startsWith("!")) {
            return unary("!", this);
        }
        String inner = text.substring(1);
        return isWrapped(inner)
                ? new Expr(inner.substring(1, inner.length() - 1), CONDITIONAL, names)
                : new Expr(inner, UNARY, names);
    }

    /** Returns whether the first parenthesis of a text is closed by its last character. */
    private static boolean isWrapped(String text) {
        int depth = 0;
        for (int k = 0; k < text.length(); k++) {
            depth += text.charAt(k) == '(' ? 1 : text.charAt(k) == ')' ? -1 : 0;
            if (depth == 0) {
                return text.startsWith("(") && k == text.length() - 1;
            }
        }
        return false;
    }

    /** Returns it as an operand of an operator, in parentheses if that has a higher precedence. */
    String in(int outer) {
        return level >= outer ? text : "(" + text + ")";
    }

    static Set<String> union(Expr... parts) {
        Set<String> all = new LinkedHashSet<>();
        for (Expr part : parts) {
            all.addAll(part.names);
        }
        return all;
    }
}
