package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Writes Java classes of kernels that store small expressions: all combinations of zeros, casts, selects and negations,
 * and random expressions of special values of arithmetic. Variables of an expression are ints {@code n} and {@code m},
 * longs {@code l} and {@code k}, floats {@code f} and {@code g}, doubles {@code x} and {@code y}, and loads of the
 * same, such as {@code ns.get(i)}. Zeros are captured, {@code zf} and {@code zd}, locals, {@code lf} and {@code ld}, or
 * constants of the class, {@code SF} and {@code SD}.
 */
final class SmallExpressions {
    private static final String[] TYPES = {"int", "long", "float", "double"};

    private final String type;
    private final String suffix;
    private final String other;

    private SmallExpressions(String type) {
        this.type = type;
        suffix = type.equals("float") ? "f" : "";
        other = type.equals("float") ? "double" : "float";
    }

    /**
     * Returns sums and differences of zeros, of both signs and in all notations, and of values without a negative zero.
     */
    static List<String> ofZeros(String type) {
        SmallExpressions words = new SmallExpressions(type);
        List<String> all = new ArrayList<>();
        List<String> forms =
                List.of("Z - X", "X - Z", "Z + X", "X + Z", "Z - -X", "-X + Z", "-X - Z", "Z + -X", "-(Z - X)");
        for (String form : forms) {
            for (String zero : words.zeros()) {
                for (String operand : words.operands()) {
                    all.add(form.replace("Z", zero).replace("X", operand));
                }
            }
        }
        return all;
    }

    /** Returns minima and maxima of variables, of constants, and of both. */
    static List<String> ofExtremes(String type) {
        String one = type.equals("float") ? "f" : "x";
        String other = type.equals("float") ? "g" : "y";
        List<String> operands =
                List.of(one, other, "1.5S", "-2.0S", "0.0S", "(-0.0S)", "(0.0S / 0.0S)", "(1.0S / 0.0S)");
        List<String> all = new ArrayList<>();
        for (String function : List.of("Math.min", "Math.max")) {
            for (String left : operands) {
                for (String right : operands) {
                    if (left.equals(one) || right.equals(one)) {
                        String call = function + "(" + left + ", " + right + ")";
                        all.add(call.replace("S", type.equals("float") ? "f" : ""));
                    }
                }
            }
        }
        return all;
    }

    private List<String> zeros() {
        String letter = type.substring(0, 1);
        return List.of(
                "0.0" + suffix,
                "(-0.0" + suffix + ")",
                "(1.0S - 1.0S)".replace("S", suffix),
                "(o" + letter + " - o" + letter + ")",
                "l" + letter,
                "S" + letter.toUpperCase(java.util.Locale.ROOT),
                "z" + letter,
                "(T) 0".replace("T", type));
    }

    private List<String> operands() {
        String[] words = {
            "(T) n",
            "(T) ns.get(i)",
            "(T) l",
            "(T) (short) n",
            "(T) (n > 3 ? 1 : 0)",
            "(T) (O) n",
            "(n > 3 ? 1.0S : 0.0S)",
            "(n > 3 ? -1.0S : 0.0S)",
            "(n > 3 ? (T) n : 0.0S)",
            "(n > 3 ? 2.0S : m > 3 ? 1.0S : lT)",
            "(T) (n > 3 ? 1.0P : 0.0P)",
            "(n > 3 ? 1.0S : 0.0S) * 1.0S",
            "(n > 3 ? 1.0S : 0.0S) / -1.0S",
            "(T) n * -1.0S",
            "(T) n / 1.0S",
            "((T) n - 0.0S)",
            "((T) n + 0.0S)",
            "(-(T) n)",
            "Math.abs(v)",
            "(v < 0.0S ? -v : v)",
            "(v <= 0.0S ? 0.0S - v : v)",
            "Math.sqrt(n * n)"
        };
        List<String> all = new ArrayList<>();
        for (String word : words) {
            boolean wide = word.startsWith("Math.sqrt") && type.equals("float");
            all.add((wide ? "(float) " + word : word)
                    .replace("lT", "l" + type.charAt(0))
                    .replace("(T)", "(" + type + ")")
                    .replace("(O)", "(" + other + ")")
                    .replaceAll("\\bv\\b", type.equals("float") ? "f" : "x")
                    .replaceAll("(?<=\\d)S", suffix)
                    .replaceAll("(?<=\\d)P", other.equals("float") ? "f" : ""));
        }
        return all;
    }

    /** Returns random expressions of a type, of variables and of special values of arithmetic. */
    static List<String> random(String type, long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> all = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            boolean isStored = type.equals("byte") || type.equals("short");
            all.add(
                    isStored
                            ? "(" + type + ") " + expression(pick(random, TYPES), 3, random)
                            : expression(type, 3, random));
        }
        return all;
    }

    private static String pick(SplittableRandom random, String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static String expression(String type, int depth, SplittableRandom random) {
        if (depth == 0 || random.nextInt(8) == 0) {
            return leaf(type, random);
        }
        String a = expression(type, depth - 1, random);
        String same = random.nextInt(4) == 0 ? a : expression(type, depth - 1, random);
        String from = pick(random, TYPES);
        boolean isFloating = type.equals("float") || type.equals("double");
        return switch (random.nextInt(isFloating ? 10 : 12)) {
            case 0, 1, 2 -> "(" + a + pick(random, " + ", " - ") + same + ")";
            case 3 -> "(" + a + " * " + same + ")";
            case 4 ->
                isFloating ? "(" + a + pick(random, " / ", " % ") + same + ")" : "(" + a + " / (" + same + " | 1))";
            case 5 -> "-" + (a.startsWith("-") ? "(" + a + ")" : a);
            case 6 -> "(" + condition(from, depth, random) + " ? " + a + " : " + same + ")";
            case 7, 8 -> "(" + type + ") " + expression(from, depth - 1, random);
            case 9 -> "Math." + pick(random, "min(", "max(") + a + ", " + same + ")";
            case 10 -> "(" + a + pick(random, " << ", " >> ", " >>> ") + expression("int", depth - 1, random) + ")";
            default -> "(" + a + pick(random, " & ", " | ", " ^ ") + same + ")";
        };
    }

    private static String condition(String type, int depth, SplittableRandom random) {
        String compare = "(" + expression(type, depth - 1, random)
                + pick(random, " < ", " <= ", " > ", " >= ", " == ", " != ")
                + expression(type, depth - 1, random) + ")";
        return random.nextInt(3) == 0 ? "!" + compare : compare;
    }

    private static String leaf(String type, SplittableRandom random) {
        return switch (type) {
            case "int" ->
                pick(
                        random,
                        "n",
                        "m",
                        "n",
                        "ns.get(i)",
                        "b8.get(i)",
                        "b16.get(i)",
                        "0",
                        "1",
                        "-1",
                        "31",
                        "-2147483648",
                        "2147483647",
                        "16777217");
            case "long" ->
                pick(random, "l", "k", "l", "0L", "1L", "-1L", "-9223372036854775808L", "9007199254740993L", "63L");
            case "float" ->
                pick(random, "f", "g", "f", "fs.get(i)", "zf", "0f", "-0f", "1f", "-1f", "2f", "3f", "1e-45f", "3e38f")
                        .replace("1f", random.nextInt(6) == 0 ? "Float.NaN" : "1f");
            default ->
                pick(random, "x", "y", "x", "xs.get(i)", "zd", "0.0", "-0.0", "1.0", "-1.0", "2.0", "0.1", "4.9e-324")
                        .replace("0.1", random.nextInt(2) == 0 ? "Double.POSITIVE_INFINITY" : "0.1");
        };
    }

    /**
     * A kernel that stores some expressions of a type for each index.
     *
     * @param name the method that returns it
     */
    record Kernel(String name, String type, List<String> expressions) {}

    /** Returns kernels of some expressions each. */
    static List<Kernel> kernels(String type, List<String> expressions, int perKernel) {
        List<Kernel> all = new ArrayList<>();
        for (int from = 0; from < expressions.size(); from += perKernel) {
            int to = Math.min(expressions.size(), from + perKernel);
            all.add(new Kernel(type + from, type, expressions.subList(from, to)));
        }
        return all;
    }

    /** Returns the source of a class of kernels. */
    static String source(String className, List<Kernel> kernels) {
        StringBuilder out = new StringBuilder("import org.sporos.policy.RangeBody;\nimport org.sporos.view.*;\n");
        out.append("public final class ").append(className).append(" {\n");
        out.append("    static final float SF = 0f;\n    static final double SD = 0.0;\n");
        kernels.forEach(kernel -> kernel(out, kernel));
        return out.append("}\n").toString();
    }

    private static void kernel(StringBuilder out, Kernel kernel) {
        out.append("    public static RangeBody ").append(kernel.name);
        out.append("(IntView ns, IntView ms, LongView ls, LongView ks, FloatView fs, FloatView gs, DoubleView xs,");
        out.append(" DoubleView ys, IntView ints, LongView longs, FloatView floats, DoubleView doubles,");
        out.append(" ByteView b8, ShortView b16, ByteView bytes, ShortView shorts, float zf,");
        out.append(" double zd) {\n        return i -> {\n");
        out.append("            int n = ns.get(i), m = ms.get(i);\n            long l = ls.get(i), k = ks.get(i);\n");
        out.append("            float f = fs.get(i), g = gs.get(i), of = 1f, lf = 0f;\n");
        out.append("            double x = xs.get(i), y = ys.get(i), od = 1.0, ld = 0.0;\n");
        int size = kernel.expressions.size();
        for (int e = 0; e < size; e++) {
            String index = size == 1 ? "i" : size + " * i + " + e;
            String store = kernel.type + "s.set(" + index + ", " + kernel.expressions.get(e) + ");";
            out.append("            ").append(store).append('\n');
        }
        out.append("        };\n    }\n");
    }
}
