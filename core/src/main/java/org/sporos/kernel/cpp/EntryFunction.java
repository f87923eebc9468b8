package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.TeamPolicy;

/**
 * The entry of a unit while it is written: the function that calls the bodies, with the parameters of these and its
 * own. Names that hold {@code @} are filled in later, so that units of the same text can share it. Not thread-safe.
 */
final class EntryFunction {
    private static final String TEAM = "team.league_rank, team.team_rank";

    final UnitScope unit;
    final CppDialect dialect;
    private final String suffix;
    private final CppNames names;
    private final List<CppParameter> own = new ArrayList<>();
    /** The parameters whose values another function has, and no launch. */
    private final List<String> handed = new ArrayList<>();

    private final Map<CppParameter, String> roles = new IdentityHashMap<>();
    private final StringBuilder lines = new StringBuilder();
    private final List<CppFunction> bodies;
    private final BlockIndexing blocks;
    private boolean reports;
    private boolean wide;
    private boolean teams;
    private boolean longs;
    private int mostThreads;

    EntryFunction(UnitScope unit, CppDialect dialect, String suffix, List<CppFunction> bodies) {
        this(unit, dialect, suffix, bodies, BlockIndexing.OF_LAUNCH);
    }

    EntryFunction(UnitScope unit, CppDialect dialect, String suffix, List<CppFunction> bodies, BlockIndexing blocks) {
        this.unit = unit;
        this.dialect = dialect;
        this.suffix = suffix;
        this.blocks = blocks;
        this.names = unit.names.inner();
        this.bodies = bodies;
    }

    private boolean fails() {
        return bodies.stream().anyMatch(CppFunction::canAnyFail);
    }

    /** Returns whether a body has a loop of its own. */
    boolean hasLoops() {
        return bodies.stream().anyMatch(CppFunction::hasLoops);
    }

    /** Returns a new parameter of the entry itself. */
    String parameter(String type, String name, CppArgument argument) {
        CppParameter parameter = new CppParameter(type, names.fresh(name), argument);
        own.add(parameter);
        return parameter.name();
    }

    /** Returns a new parameter of a part of a launch, whose value another function passes behind the arguments. */
    String handed(String type, String name) {
        String own = names.fresh(name);
        handed.add(type + " " + own);
        return own;
    }

    /**
     * Returns a new parameter for a number that nothing is added to: an int if it fits, else a long.
     *
     * @param role what the value is of the unit, by which the parameter is named
     */
    String constant(String role, long value) {
        return constant(role, value == (int) value ? Type.I32 : Type.I64, value);
    }

    /**
     * Returns a new parameter of the type of the indexes that are counted from it, which may pass the end of an int.
     */
    String begin(long value, Type indexes) {
        return constant("begin", indexes, value);
    }

    private String constant(String role, Type type, long value) {
        String name = parameter(Words.type(type), role, new CppArgument.Constant(type, value));
        roles.put(own.get(own.size() - 1), role);
        return name;
    }

    /** Returns what a parameter that {@link #constant} made is of the unit; empty for others. */
    String role(CppParameter parameter) {
        return roles.getOrDefault(parameter, "");
    }

    /** Returns a new name for a variable of the entry. */
    String local(String name) {
        return names.fresh(name);
    }

    void line(int depth, String text) {
        lines.append("    ".repeat(depth)).append(text).append('\n');
    }

    /** Writes what comes first if the unit is gated: a return if the gate is closed. */
    void gate(boolean gated, String otherwise) {
        if (gated) {
            own.add(new CppParameter("const int*", "gate", new CppArgument.GateAddress()));
            own.add(new CppParameter("int", "gate_value", new CppArgument.GateValue()));
            line(1, "if (*gate != gate_value) " + (otherwise.isEmpty() ? "return;" : "{"));
            if (!otherwise.isEmpty()) {
                line(2, otherwise);
                line(2, "return;");
                line(1, "}");
            }
        }
    }

    /** Returns the words for the block that this thread is in. */
    BlockIndexing blocks() {
        return blocks;
    }

    /** Declares where the offence of work items is noted. */
    void openFault(int depth) {
        if (fails()) {
            line(depth, "java::Fault fault;");
        }
    }

    /** Says which work item begins, by expressions of its indexes; of none, that of the team, if there is one. */
    void beginItem(int depth, String... indexes) {
        String item = indexes.length == 0
                ? teams ? TEAM : ""
                : longs ? "(long long) (" + indexes[0] + ")" : String.join(", ", indexes);
        if (fails() && !item.isEmpty()) {
            line(depth, "fault.begin(" + item + ");");
        }
    }

    /** Says what its work items are: those of a policy. */
    void items(Policy policy) {
        teams = policy instanceof TeamPolicy;
        longs = policy instanceof LongRangePolicy;
    }

    /**
     * Reports the offence of a work item.
     *
     * @param member the number of its node, counted from the first of the unit
     */
    void closeFault(int depth, int member) {
        if (fails()) {
            line(depth, "java::report(errors, node" + (member == 0 ? "" : " + " + member) + ", fault);");
        }
    }

    /** Has a compiler for the host use the widest vectors. */
    void widen() {
        wide = true;
    }

    /** Sets launch bounds: the most threads of its blocks, of which a multiprocessor has one. */
    void limitThreads(int most) {
        mostThreads = most;
    }

    /** Notes that it reads or reports offences whatever its bodies do. */
    void report() {
        reports = true;
    }

    List<CppParameter> parameters() {
        List<CppParameter> all = new ArrayList<>(unit.parameters());
        all.addAll(own);
        if (fails() || reports) {
            all.add(new CppParameter("int", "node", new CppArgument.NodeNumber()));
            all.add(new CppParameter("java::Errors*", "errors", new CppArgument.ErrorsAddress()));
        }
        if (blocks.isPart()) {
            all.add(new CppParameter("int", "block", new CppArgument.BlockNumber()));
            all.add(new CppParameter("int", "blocks", new CppArgument.BlockCount()));
        }
        return all;
    }

    /** Returns the types of the parameters. */
    List<String> types() {
        return parameters().stream().map(CppParameter::type).toList();
    }

    /** Returns the declarations of the parameters, and of the threads that a launch of one block passes besides. */
    private List<String> declarations() {
        List<String> all = new ArrayList<>();
        parameters().forEach(parameter -> all.add(parameter.declaration()));
        all.addAll(handed);
        if (blocks.isPhase()) {
            all.addAll(List.of("int thread", "int threads"));
        }
        return all;
    }

    List<CppArgument> arguments() {
        return parameters().stream().map(CppParameter::argument).toList();
    }

    String name() {
        return "@entry" + suffix;
    }

    /**
     * Returns its text. The launch bounds of a kernel with batches of loads allow one block on a multiprocessor: by
     * itself nvcc saves registers for more blocks and serializes the loads. Other kernels get slower by such bounds;
     * docs/benchmarks/launches-and-kernels-on-h200.md, "Rows of 27 entries", measures both. Bounds do not depend on the
     * size of a range, which an update may change.
     */
    String text(CppGeometry geometry) {
        String function = dialect.isGpu() ? name() : name() + "_all";
        StringBuilder out = new StringBuilder();
        int most = dialect.isGpu() && bodies.stream().anyMatch(CppFunction::hasBatches)
                ? Math.max(BlockIndexing.MOST_THREADS, geometry.blockThreads())
                : 0;
        most = Math.max(most, mostThreads);
        String bounds = most > 0 ? " __launch_bounds__(" + most + ", 1)" : "";
        String head = blocks == BlockIndexing.OF_LAUNCH
                ? (wide ? "JAVA_WIDE " : "") + dialect.entry() + bounds
                : dialect.function() + " void";
        out.append(Words.wrapped(head + " " + function + "(", declarations())).append(" {\n");
        out.append(lines).append("}\n");
        if (!dialect.isGpu()) {
            caller(out, function);
        }
        return out.toString();
    }

    private void caller(StringBuilder out, String function) {
        List<String> arguments = new ArrayList<>();
        for (CppParameter parameter : parameters()) {
            String type = parameter.type().replace(" __restrict__", "");
            arguments.add("*(" + type + (type.endsWith("*") ? "*" : " *") + ") a[" + arguments.size() + "]");
        }
        String unused = arguments.isEmpty() ? "" : " a";
        out.append("extern \"C\" void ")
                .append(name())
                .append("(void**")
                .append(unused)
                .append(") {\n");
        out.append(Words.wrapped("    " + function + "(", arguments)).append(";\n}\n");
    }
}
