package org.sporos.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Sources of classes with random records, a kernel on views of them, and the same on arrays of records. The root record
 * is R0; some records have a constructor of their own, which changes nothing in a record that it has made.
 */
final class RandomRecords {
    private static final List<String> TYPES = List.of("double", "float", "int", "long", "byte", "short", "boolean");
    private static final int MAX_DEPTH = 3;

    private final Random random;
    private final StringBuilder records = new StringBuilder();
    private int made;

    RandomRecords(Random random) {
        this.random = random;
    }

    /** A component of a record: a primitive, or a record that has some. */
    private record Part(String name, String type, List<Part> parts) {
        boolean isRecord() {
            return !parts.isEmpty();
        }
    }

    /** A primitive in the root, and the calls that lead to it. */
    private record Leaf(String path, String type) {}

    private Part record(String name, int depth) {
        String type = "R" + made++;
        List<Part> parts = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int k = 0; k < count; k++) {
            boolean isRecord = depth < MAX_DEPTH && random.nextInt(3) == 0;
            String own = "c" + k;
            parts.add(
                    isRecord
                            ? record(own, depth + 1)
                            : new Part(own, TYPES.get(random.nextInt(TYPES.size())), List.of()));
        }
        String header =
                parts.stream().map(part -> part.type() + " " + part.name()).collect(Collectors.joining(", "));
        records.append("    public record ")
                .append(type)
                .append("(")
                .append(header)
                .append(") {");
        for (Part part : parts) {
            if (part.type().equals("int") && random.nextBoolean()) {
                records.append(" public ").append(type).append(" { ").append(part.name());
                records.append(" = Math.abs(").append(part.name()).append("); }");
                break;
            }
        }
        records.append("}\n");
        return new Part(name, type, parts);
    }

    private static void leaves(Part part, String path, List<Leaf> found) {
        for (Part each : part.parts()) {
            String own = path + "." + each.name() + "()";
            if (each.isRecord()) {
                leaves(each, own, found);
            } else {
                found.add(new Leaf(own, each.type()));
            }
        }
    }

    /** Returns a new record whose primitives come from expressions of their types. */
    private String made(Part part, java.util.function.UnaryOperator<String> expression) {
        return part.parts().stream()
                .map(each -> each.isRecord() ? made(each, expression) : expression.apply(each.type()))
                .collect(Collectors.joining(", ", "new " + part.type() + "(", ")"));
    }

    private String number(List<Leaf> leaves, String variable) {
        List<Leaf> numbers =
                leaves.stream().filter(leaf -> !leaf.type().equals("boolean")).toList();
        return numbers.isEmpty()
                ? "i"
                : variable + numbers.get(random.nextInt(numbers.size())).path();
    }

    private String mixed(List<Leaf> leaves, String type) {
        String a = number(leaves, "a");
        String b = number(leaves, "b");
        if (type.equals("boolean")) {
            return a + " < " + b;
        }
        List<Leaf> same =
                leaves.stream().filter(leaf -> leaf.type().equals(type)).toList();
        if (random.nextInt(3) == 0 && !same.isEmpty()) {
            return "b" + same.get(random.nextInt(same.size())).path();
        }
        String sum = "(" + a + (random.nextBoolean() ? " + " : " - ") + "3 * " + b + " + i)";
        return "(" + type + ") " + sum;
    }

    private String start(String type) {
        return switch (type) {
            case "boolean" -> "random.nextBoolean()";
            case "double", "float" -> "(" + type + ") (random.nextDouble() * 8 - 4)";
            default -> "(" + type + ") random.nextLong()";
        };
    }

    /** Returns the source of a public class. */
    String source(String name) {
        Part root = record("", 0);
        List<Leaf> leaves = new ArrayList<>();
        leaves(root, "", leaves);
        String condition = number(leaves, "a") + " > " + number(leaves, "b");
        String step = made(root, type -> mixed(leaves, type));
        String other = random.nextBoolean() ? "a" : made(root, type -> mixed(leaves, type));
        return """
                import org.sporos.policy.RangeBody;
                import org.sporos.view.RecordView;

                public class %s {
                %s
                    static R0 step(R0 a, R0 b, int i) {
                        R0 next = %s;
                        if (%s) {
                            next = %s;
                        }
                        return next;
                    }

                    public static RangeBody kernel(RecordView<R0> p, RecordView<R0> q) {
                        int n = (int) p.size();
                        return i -> q.set(i, step(p.get(i), i %% 3 == 0 ? p.get(n - 1 - i) : p.get(0), i));
                    }

                    public static void plain(R0[] p, R0[] q) {
                        for (int i = 0; i < p.length; i++) {
                            q[i] = step(p[i], i %% 3 == 0 ? p[p.length - 1 - i] : p[0], i);
                        }
                    }

                    public static void start(R0[] p) {
                        java.util.Random random = new java.util.Random(%d);
                        for (int i = 0; i < p.length; i++) {
                            p[i] = %s;
                        }
                    }
                }
                """.formatted(name, records, other, condition, step, random.nextInt(), made(root, this::start));
    }
}
