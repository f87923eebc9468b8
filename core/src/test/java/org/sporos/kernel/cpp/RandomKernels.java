package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Writes Java classes of random kernels: static methods that return lambdas over views of all types, with all primitive
 * types, operators, conversions, loops, switches, local arrays, helper methods and exact functions of Math. Indexes are
 * always in bounds and divisors never zero, so that no kernel fails on the JVM. The same seed gives the same text.
 */
final class RandomKernels {
    /** The extent of all views, a power of two. */
    static final int SIZE = 64;

    private static final String[] TYPES = {"int", "long", "float", "double"};
    private static final String[] VIEWS = {"n", "l", "f", "d"};

    private final SplittableRandom random;
    private final StringBuilder out = new StringBuilder();
    private final List<String> locals = new ArrayList<>();
    private final List<String> types = new ArrayList<>();
    /** The number of locals that are loop variables or captured, and not assignable. */
    private final List<Boolean> fixed = new ArrayList<>();

    private int names;
    private int loops;
    private boolean inHelper;

    private RandomKernels(SplittableRandom random) {
        this.random = random;
    }

    /** Returns the source of a class with that many kernels: {@code static RangeBody k0(...)} and so on. */
    static String source(String className, long seed, int count) {
        RandomKernels writer = new RandomKernels(new SplittableRandom(seed));
        writer.out.append("import org.sporos.policy.RangeBody;\nimport org.sporos.view.*;\n");
        writer.out.append("public final class ").append(className).append(" {\n");
        for (int k = 0; k < count; k++) {
            writer.kernel(k);
        }
        return writer.out.append("}\n").toString();
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private void add(String type, String name, boolean isFixed) {
        locals.add(name);
        types.add(type);
        fixed.add(isFixed);
    }

    private void cut(int size) {
        while (locals.size() > size) {
            locals.remove(locals.size() - 1);
            types.remove(types.size() - 1);
            fixed.remove(fixed.size() - 1);
        }
    }

    private void kernel(int number) {
        boolean helper = chance(40);
        if (helper) {
            helper(number);
        }
        out.append("    public static RangeBody k")
                .append(number)
                .append("(IntView n, LongView l, FloatView f, DoubleView d, IntView no, LongView lo, FloatView fo,")
                .append(
                        " DoubleView dout, ByteView y8, ShortView y16, ByteView o8, ShortView o16, int a, long b, float c, double e, int begin)"
                                + " {\n        return i -> {\n");
        cut(0);
        add("int", "i", true);
        add("int", "a", true);
        add("long", "b", true);
        add("float", "c", true);
        add("double", "e", true);
        if (helper) {
            String type = pick(TYPES);
            String name = "v" + names++;
            out.append("            ")
                    .append(type)
                    .append(' ')
                    .append(name)
                    .append(" = (")
                    .append(type)
                    .append(") h")
                    .append(number)
                    .append('(')
                    .append(expression("int", 2))
                    .append(", ")
                    .append(expression("long", 2))
                    .append(", ")
                    .append(expression("double", 2))
                    .append(");\n");
            add(type, name, false);
        }
        statements("            ", 2 + random.nextInt(4), 1 + random.nextInt(2));
        for (int v = 0; v < TYPES.length; v++) {
            String view = new String[] {"no", "lo", "fo", "dout"}[v];
            out.append("            ")
                    .append(view)
                    .append(".set(i - begin, ")
                    .append(expression(TYPES[v], 3))
                    .append(");\n");
        }
        out.append("            o8.set(i - begin, (byte) ")
                .append(expression("int", 2))
                .append(");\n");
        out.append("            o16.set(i - begin, (short) ")
                .append(expression("long", 2))
                .append(");\n");
        out.append("        };\n    }\n");
    }

    private void helper(int number) {
        cut(0);
        inHelper = true;
        String type = pick(TYPES);
        out.append("    static ").append(type).append(" h").append(number).append("(int x, long y, double z) {\n");
        add("int", "x", false);
        add("long", "y", false);
        add("double", "z", false);
        statements("        ", 1 + random.nextInt(3), 2);
        if (chance(60)) {
            out.append("        if (")
                    .append(condition(2))
                    .append(") return ")
                    .append(expression(type, 2))
                    .append(";\n");
        }
        statements("        ", random.nextInt(2), 1);
        out.append("        return ").append(expression(type, 3)).append(";\n    }\n");
        inHelper = false;
    }

    private void statements(String in, int count, int depth) {
        for (int k = 0; k < count; k++) {
            statement(in, depth);
        }
    }

    private void statement(String in, int depth) {
        int kind = random.nextInt(depth > 0 ? 14 : 7);
        switch (kind) {
            case 0, 1, 2 -> declare(in);
            case 3, 4, 5 -> assign(in);
            case 6 -> {
                if (loops > 0 && chance(40)) {
                    out.append(in)
                            .append("if (")
                            .append(condition(1))
                            .append(") ")
                            .append(pick("break", "continue"))
                            .append(";\n");
                } else {
                    assign(in);
                }
            }
            case 7, 8 -> branch(in, depth);
            case 9, 10 -> loop(in, depth);
            case 11 -> choice(in, depth);
            case 12 -> array(in, depth);
            default -> labelled(in, depth);
        }
    }

    private void declare(String in) {
        String type = chance(8) ? "boolean" : pick(TYPES);
        String name = "v" + names++;
        String value = type.equals("boolean") ? condition(2) : expression(type, 3);
        out.append(in)
                .append(type)
                .append(' ')
                .append(name)
                .append(" = ")
                .append(value)
                .append(";\n");
        add(type, name, false);
    }

    private void assign(String in) {
        List<Integer> open = new ArrayList<>();
        for (int k = 0; k < locals.size(); k++) {
            if (!fixed.get(k)) {
                open.add(k);
            }
        }
        if (open.isEmpty()) {
            declare(in);
            return;
        }
        int k = open.get(random.nextInt(open.size()));
        String type = types.get(k);
        String name = locals.get(k);
        if (type.equals("boolean")) {
            out.append(in)
                    .append(name)
                    .append(pick(" = ", " ^= ", " |= ", " &= "))
                    .append(condition(2))
                    .append(";\n");
        } else if (chance(15)) {
            out.append(in).append(pick(name + "++", name + "--", "++" + name)).append(";\n");
        } else if (chance(40)) {
            boolean integer = type.equals("int") || type.equals("long");
            String operator =
                    integer ? pick("+=", "-=", "*=", "^=", "|=", "&=", "<<=", ">>=", ">>>=") : pick("+=", "-=", "*=");
            // Compound assignment narrows without a cast, whatever the type on the right.
            String right = expression(
                    integer && operator.length() > 1 && "^|&<>".indexOf(operator.charAt(0)) >= 0
                            ? pick("int", "long")
                            : pick(TYPES),
                    2);
            out.append(in)
                    .append(name)
                    .append(' ')
                    .append(operator)
                    .append(' ')
                    .append(right)
                    .append(";\n");
        } else {
            out.append(in)
                    .append(name)
                    .append(" = ")
                    .append(expression(type, 3))
                    .append(";\n");
        }
    }

    private void block(String in, int depth) {
        int size = locals.size();
        statements(in, 1 + random.nextInt(3), depth - 1);
        cut(size);
    }

    private void branch(String in, int depth) {
        out.append(in).append("if (").append(condition(2)).append(") {\n");
        block(in + "    ", depth);
        if (chance(50)) {
            out.append(in).append("} else {\n");
            block(in + "    ", depth);
        }
        out.append(in).append("}\n");
    }

    private void loop(String in, int depth) {
        String k = "k" + names++;
        int size = locals.size();
        boolean counted = chance(60);
        String end = chance(50) ? Integer.toString(1 + random.nextInt(6)) : inHelper ? "(x & 7)" : "(a & 7)";
        if (counted) {
            out.append(in)
                    .append("for (int ")
                    .append(k)
                    .append(" = ")
                    .append(random.nextInt(3))
                    .append("; ")
                    .append(k)
                    .append(" < ")
                    .append(end)
                    .append("; ")
                    .append(k)
                    .append(pick("++", " += 2"))
                    .append(") {\n");
        } else {
            out.append(in).append("int ").append(k).append(" = 0;\n").append(in);
            out.append(
                    chance(50)
                            ? "while (" + k + "++ < " + end + " && " + condition(1) + ") {\n"
                            : "for (; " + k + " < " + end + "; " + k + "++) {\n");
        }
        add("int", k, true);
        loops++;
        block(in + "    ", depth);
        loops--;
        out.append(in).append("}\n");
        cut(size);
        if (!counted) {
            add("int", k, true);
        }
    }

    private void choice(String in, int depth) {
        int held = loops;
        loops = 0;
        boolean compares = chance(30);
        String value = compares
                ? "Integer.compare(" + expression("int", 1) + ", " + expression("int", 1) + ")"
                : expression("int", 2) + " & 3";
        int first = compares ? -1 : 0;
        out.append(in).append("switch (").append(value).append(") {\n");
        for (int k = first; k < first + 3; k++) {
            out.append(in).append("    case ").append(k).append(": {\n");
            block(in + "        ", depth);
            out.append(in).append("    }\n");
            if (chance(70)) {
                out.append(in).append("    break;\n");
            }
        }
        out.append(in).append("    default:\n").append(in).append("    {\n");
        block(in + "        ", depth);
        out.append(in).append("    }\n").append(in).append("}\n");
        loops = held;
    }

    private void array(String in, int depth) {
        String name = "t" + names++;
        String type = pick("int", "long", "float", "double", "byte", "short", "char");
        String k = "k" + names++;
        int size = locals.size();
        out.append(in)
                .append(type)
                .append("[] ")
                .append(name)
                .append(" = new ")
                .append(type)
                .append("[8];\n");
        out.append(in)
                .append("for (int ")
                .append(k)
                .append(" = 0; ")
                .append(k)
                .append(" < 8; ")
                .append(k)
                .append("++) {\n");
        add("int", k, true);
        out.append(in)
                .append("    ")
                .append(name)
                .append('[')
                .append(k)
                .append("] = (")
                .append(type)
                .append(") (")
                .append(expression(pick(TYPES), 2))
                .append(");\n")
                .append(in)
                .append("}\n");
        cut(size);
        String wide = type.length() == 4 && !type.equals("long") || type.equals("short") ? "int" : type;
        String read = "v" + names++;
        out.append(in)
                .append(wide)
                .append(' ')
                .append(read)
                .append(" = ")
                .append(name)
                .append("[(")
                .append(expression("int", 1))
                .append(") & 7];\n");
        add(wide, read, false);
    }

    private void labelled(String in, int depth) {
        String label = "L" + names++;
        String p = "k" + names++;
        String q = "k" + names++;
        int size = locals.size();
        out.append(in)
                .append(label)
                .append(":\n")
                .append(in)
                .append("for (int ")
                .append(p)
                .append(" = 0; ")
                .append(p)
                .append(" < 4; ")
                .append(p)
                .append("++) {\n");
        add("int", p, true);
        out.append(in)
                .append("    for (int ")
                .append(q)
                .append(" = ")
                .append(p)
                .append("; ")
                .append(q)
                .append(" < 4; ")
                .append(q)
                .append("++) {\n");
        add("int", q, true);
        int held = loops;
        loops = 1;
        block(in + "        ", depth - 1);
        out.append(in)
                .append("        if (")
                .append(condition(2))
                .append(") ")
                .append(pick("break ", "continue "))
                .append(label)
                .append(";\n");
        block(in + "        ", depth - 1);
        loops = held;
        out.append(in).append("    }\n").append(in).append("}\n");
        cut(size);
    }

    private String condition(int depth) {
        if (depth > 0 && chance(30)) {
            return "(" + condition(depth - 1) + pick(" && ", " || ", " ^ ", " & ", " != ") + condition(depth - 1) + ")";
        } else if (chance(12)) {
            return "!" + condition(0);
        }
        List<String> booleans = new ArrayList<>();
        for (int k = 0; k < locals.size(); k++) {
            if (types.get(k).equals("boolean")) {
                booleans.add(locals.get(k));
            }
        }
        if (!booleans.isEmpty() && chance(40)) {
            return booleans.get(random.nextInt(booleans.size()));
        } else if (chance(10)) {
            return pick("Double", "Float").equals("Double")
                    ? "Double.isNaN(" + expression("double", 1) + ")"
                    : "Float.isInfinite(" + expression("float", 1) + ")";
        }
        String type = pick(TYPES);
        return "(" + expression(type, depth) + pick(" < ", " <= ", " > ", " >= ", " == ", " != ")
                + expression(type, depth) + ")";
    }

    private String expression(String type, int depth) {
        if (depth <= 0 || chance(15)) {
            return leaf(type);
        }
        if (chance(8)) {
            return "(" + condition(1) + " ? " + expression(type, depth - 1) + " : " + expression(type, depth - 1) + ")";
        } else if (chance(14)) {
            return cast(type, depth);
        }
        return switch (type) {
            case "int" -> integer("int", "Integer", "", depth);
            case "long" -> integer("long", "Long", "L", depth);
            default -> floating(type, depth);
        };
    }

    private String cast(String type, int depth) {
        if (type.equals("int") && chance(40)) {
            return "(" + pick("byte", "short", "char") + ") (" + expression(pick("int", "long"), depth - 1) + ")";
        } else if (type.equals("int") && chance(20)) {
            return "Math.round(" + expression("float", depth - 1) + ")";
        } else if (type.equals("long") && chance(20)) {
            return "Math.round(" + expression("double", depth - 1) + ")";
        } else if (type.equals("long") && chance(20)) {
            return "Double.doubleToLongBits(" + expression("double", depth - 1) + ")";
        } else if (type.equals("int") && chance(20)) {
            return pick(
                    "Math.getExponent(" + expression("double", depth - 1) + ")",
                    "Float.floatToIntBits(" + expression("float", depth - 1) + ")",
                    "Long.bitCount(" + expression("long", depth - 1) + ")",
                    "Integer.numberOfLeadingZeros(" + expression("int", depth - 1) + ")",
                    "Long.numberOfTrailingZeros(" + expression("long", depth - 1) + ")",
                    "Integer.bitCount(" + expression("int", depth - 1) + ")",
                    "Long.compare(" + expression("long", depth - 1) + ", " + leaf("long") + ")",
                    "Double.compare(" + expression("double", depth - 1) + ", " + expression("double", 0) + ")");
        }
        return "(" + type + ") (" + expression(pick(TYPES), depth - 1) + ")";
    }

    private String integer(String type, String box, String suffix, int depth) {
        String a = expression(type, depth - 1);
        String b = expression(type, depth - 1);
        String distance = expression(pick("int", "long"), depth - 1);
        return switch (random.nextInt(16)) {
            case 0, 1 -> "(" + a + " + " + b + ")";
            case 2 -> "(" + a + " - " + b + ")";
            case 3, 4 -> "(" + a + " * " + b + ")";
            case 5 -> "(" + a + pick(" / ", " % ") + "(" + b + " | 1))";
            case 6 -> "(" + a + pick(" / ", " % ") + pick("7", "-3", "16", "-1", "1000") + suffix + ")";
            case 7, 8 -> "(" + a + pick(" & ", " | ", " ^ ") + b + ")";
            case 9 -> "(" + a + pick(" << ", " >> ", " >>> ") + distance + ")";
            case 10 -> "(" + a + pick(" << ", " >> ", " >>> ") + random.nextInt(70) + ")";
            case 11 -> pick("-", "~") + "(" + a + ")";
            case 12 -> "Math." + pick("min", "max") + "(" + a + ", " + b + ")";
            case 13 -> "Math." + pick("floorMod", "floorDiv") + "(" + a + ", (" + b + " | 1))";
            case 14 ->
                box + "." + pick("rotateLeft", "rotateRight") + "(" + a + ", " + expression("int", depth - 1) + ")";
            default ->
                pick("Math.abs", box + ".reverse", box + ".reverseBytes", box + ".highestOneBit", box + ".lowestOneBit")
                        + "(" + a + ")";
        };
    }

    private String floating(String type, int depth) {
        String a = expression(type, depth - 1);
        String b = expression(type, depth - 1);
        String sign = "(" + type + ") " + expression("int", 0);
        return switch (random.nextInt(13)) {
            case 0, 1, 2 -> "(" + a + " + " + b + ")";
            case 3 -> "(" + a + " - " + b + ")";
            case 4, 5, 6 -> "(" + a + " * " + b + ")";
            case 7 -> "(" + a + " / " + b + ")";
            case 8 -> chance(30) ? "(" + a + " % " + b + ")" : "-(" + a + ")";
            case 9 -> "Math." + pick("min", "max") + "(" + a + ", " + b + ")";
            case 10 -> "Math." + pick("abs", "signum", "ulp", "nextUp", "nextDown") + "(" + a + ")";
            case 11 ->
                pick(
                        "Math.fma(" + a + ", " + b + ", " + leaf(type) + ")",
                        "Math.copySign(" + a + ", " + sign + ")",
                        "Math.scalb(" + a + ", " + expression("int", depth - 1) + ")");
            default -> "(" + type + ") Math." + pick("sqrt", "floor", "ceil", "rint") + "(" + a + ")";
        };
    }

    private String leaf(String type) {
        List<String> known = new ArrayList<>();
        for (int k = 0; k < locals.size(); k++) {
            if (types.get(k).equals(type)) {
                known.add(locals.get(k));
            }
        }
        if (!known.isEmpty() && chance(55)) {
            return known.get(random.nextInt(known.size()));
        } else if (!inHelper && chance(45)) {
            return load(type);
        }
        return switch (type) {
            case "int" -> pick("0", "1", "-1", "3", "255", "65537", "-2147483648", "2147483647", "1234567");
            case "long" ->
                pick("0L", "1L", "-1L", "5L", "4294967296L", "-9223372036854775808L", "9223372036854775807L");
            case "float" -> pick("0f", "1f", "-0f", "0.5f", "3.1415927f", "1e-40f", "3e38f", "Float.NaN", "-2.5f");
            default ->
                pick(
                        "0.0",
                        "1.0",
                        "-0.0",
                        "0.1",
                        "1e-310",
                        "1e300",
                        "Double.POSITIVE_INFINITY",
                        "Double.NaN",
                        "-2.5",
                        "1e10");
        };
    }

    private String load(String type) {
        for (int v = 0; v < TYPES.length; v++) {
            if (TYPES[v].equals(type)) {
                String index = chance(40)
                        ? "i - begin"
                        : chance(50) ? "(i + " + random.nextInt(40) + ") & 63" : "(" + leafInt() + ") & 63";
                String view = type.equals("int") && chance(30) ? pick("y8", "y16") : VIEWS[v];
                return view + ".get(" + index + ")";
            }
        }
        throw new IllegalStateException(type);
    }

    private String leafInt() {
        List<String> known = new ArrayList<>();
        for (int k = 0; k < locals.size(); k++) {
            if (types.get(k).equals("int")) {
                known.add(locals.get(k));
            }
        }
        return known.isEmpty() ? "5" : known.get(random.nextInt(known.size()));
    }
}
