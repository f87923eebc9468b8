package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.kernel.ir.Type;

/**
 * Writes entries for horizontal fusion: each block reads the number of a function and its arguments from a row of a
 * table.
 */
final class BesideEntry {
    private final CppDialect dialect;
    private final Map<String, Integer> codes = new LinkedHashMap<>();
    private final List<String> calls = new ArrayList<>();
    private final List<CppLaunch.Table.Member> members = new ArrayList<>();
    private int width;

    BesideEntry(CppDialect dialect) {
        this.dialect = dialect;
    }

    /**
     * Adds a member.
     *
     * @param types the parameter types of its function
     * @param nodes the number of nodes that it runs
     */
    void add(CppLaunch launch, List<String> types, int nodes) {
        Integer code = codes.get(launch.entry());
        if (code == null) {
            code = codes.size();
            codes.put(launch.entry(), code);
            calls.add(call(launch.entry(), types));
        }
        members.add(new CppLaunch.Table.Member(code, launch, nodes));
        width = Math.max(width, 1 + launch.arguments().size());
    }

    private static String call(String function, List<String> types) {
        return Words.wrapped("            " + function + "(", unpacked(types)) + ";\n";
    }

    /** Returns expressions that read the arguments of a function from a row, after its head. */
    static List<String> unpacked(List<String> types) {
        List<String> passed = new ArrayList<>();
        for (String type : types) {
            passed.add(unpacked(type.replace(" __restrict__", ""), "row[" + (1 + passed.size()) + "]"));
        }
        return passed;
    }

    private static String unpacked(String type, String slot) {
        return switch (type) {
            case "long long" -> slot;
            case "double" -> "java::f64(" + slot + ")";
            case "float" -> "java::f32((int) " + slot + ")";
            case "bool" -> slot + " != 0";
            default -> "(" + type + ") " + slot;
        };
    }

    /** Returns the text of the entry, with a placeholder for its name. */
    String text() {
        StringBuilder out = new StringBuilder();
        out.append(dialect.entry())
                .append(" __launch_bounds__(")
                .append(BlockIndexing.MOST_THREADS)
                .append(") @entry(const long long* __restrict__ table, int width) {\n")
                .append(dialect.await().isEmpty() ? "" : "    " + dialect.await() + "();\n")
                .append("    const long long* row = table + blockIdx.x * width;\n")
                .append("    switch ((int) row[0]) {\n");
        for (int code = 0; code < calls.size(); code++) {
            out.append("        case ").append(code).append(":\n").append(calls.get(code));
            out.append("            break;\n");
        }
        return out.append("    }\n}\n\n").toString();
    }

    /** Returns the launch of all members, with blocks large enough for each. */
    CppLaunch launch(String label, String name) {
        int block = 32;
        for (CppLaunch.Table.Member member : members) {
            block = Math.max(block, member.launch().geometry().blockX());
        }
        List<CppLaunch.Table.Member> placed = new ArrayList<>();
        for (CppLaunch.Table.Member member : members) {
            CppLaunch launch = member.launch();
            CppGeometry g = launch.geometry();
            CppGeometry line = CppGeometry.line(block, g.gridX() * g.blockX(), 0);
            placed.add(new CppLaunch.Table.Member(
                    member.head(),
                    new CppLaunch(
                            launch.label(), launch.entry(), launch.arguments(), launch.sites(), launch.prints(), line),
                    member.nodes()));
        }
        CppLaunch.Table table = new CppLaunch.Table(placed, width);
        List<CppArgument> arguments =
                List.of(new CppArgument.TableAddress(), new CppArgument.Constant(Type.I32, width));
        CppGeometry all = new CppGeometry(block, 1, 1, table.blocks(), 1, 1, 0);
        return new CppLaunch(label, name, arguments, List.of(), List.of(), all, table);
    }
}
