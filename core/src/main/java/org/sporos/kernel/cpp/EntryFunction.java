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
 * Builds the entry of a unit: the function that calls the bodies, with their parameters and its own. Names with {@code
 * @} are placeholders, so that units of equal text share it. Not thread-safe.
 */
final class EntryFunction {
    private static final String TEAM = "team.league_rank, team.team_rank";

    final UnitScope unit;
    final CppDialect dialect;
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
    private int leastBlocks;

    EntryFunction(UnitScope unit, CppDialect dialect, List<CppFunction> bodies) {
        this(unit, dialect, bodies, BlockIndexing.OF_LAUNCH);
    }

    EntryFunction(UnitScope unit, CppDialect dialect, List<CppFunction> bodies, BlockIndexing blocks) {
        this.unit = unit;
        this.dialect = dialect;
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

    /** Returns a new parameter of a part of a launch, whose value another function passes after the arguments. */
    String handed(String type, String name) {
        String own = names.fresh(name);
        handed.add(type + " " + own);
        return own;
    }

    /**
     * Returns a new parameter for a number that is no operand of a sum: an int if it fits, else a long.
     *
     * @param role the role of the value in the unit, also the name of the parameter
     */
    String constant(String role, long value) {
        return constant(role, value == (int) value ? Type.I32 : Type.I64, value);
    }

    /** Returns a new parameter for a begin, of the type of the indexes: their sum with it may exceed an int. */
    String begin(long value, Type indexes) {
        return constant("begin", indexes, value);
    }

    private String constant(String role, Type type, long value) {
        String name = parameter(Words.type(type), role, new CppArgument.Constant(type, value));
        roles.put(own.get(own.size() - 1), role);
        return name;
    }

    /** Returns the role of a parameter made by {@link #constant}; empty for others. */
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

    /** Writes the test of the gate of a gated unit: a return if it is closed. */
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

    /** Returns the block indexing of the entry. */
    BlockIndexing blocks() {
        return blocks;
    }

    /** Declares the variable for faults of work items. */
    void openFault(int depth) {
        if (fails()) {
            line(depth, "java::Fault fault;");
        }
    }

    /** Records the indexes of the work item that begins; without any, those of the team, if there is one. */
    void beginItem(int depth, String... indexes) {
        String item = indexes.length == 0
                ? teams ? TEAM : ""
                : longs ? "(long long) (" + indexes[0] + ")" : String.join(", ", indexes);
        if (fails() && !item.isEmpty()) {
            line(depth, "fault.begin(" + item + ");");
        }
    }

    /** Sets the policy of the work items. */
    void items(Policy policy) {
        teams = policy instanceof TeamPolicy;
        longs = policy instanceof LongRangePolicy;
    }

    /**
     * Reports the fault of a work item.
     *
     * @param member the number of its node, counted from the first of the unit
     */
    void closeFault(int depth, int member) {
        if (fails()) {
            line(depth, "java::report(errors, node" + (member == 0 ? "" : " + " + member) + ", fault);");
        }
    }

    /** Enables the widest vectors of a compiler for the host. */
    void widen() {
        wide = true;
    }

    /** Sets launch bounds: the maximum threads of a block, and the least blocks per multiprocessor, or 0. */
    void limitThreads(int most, int leastBlocks) {
        mostThreads = most;
        this.leastBlocks = leastBlocks;
    }

    /** Adds the error record to the parameters, even if no body can fail. */
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

    /** Returns the declarations of the parameters, and of the thread numbers of a phase. */
    private List<String> declarations() {
        List<String> all = new ArrayList<>();
        parameters().forEach(parameter -> all.add(parameter.declaration()));
        all.addAll(handed);
        if (blocks.isPhase()) {
            all.addAll(List.of("int thread", "int threads"));
        }
        return all;
    }

    /** Returns the pointers to views that this entry only reads. */
    private List<String> constants() {
        return parameters().stream()
                .filter(parameter -> parameter.type().startsWith("const ")
                        && parameter.type().endsWith("*"))
                .map(CppParameter::name)
                .toList();
    }

    List<CppArgument> arguments() {
        return parameters().stream().map(CppParameter::argument).toList();
    }

    String name() {
        return "@entry";
    }

    /**
     * Returns its text. Launch bounds of one block a multiprocessor give a kernel with batches of loads all registers
     * of a multiprocessor: by default nvcc saves registers for more blocks and serializes the loads. Other kernels
     * get slower by such bounds; docs/benchmarks/launches-and-kernels.md, "Rows of 27 entries", measures both. Their
     * large blocks get bounds only if they need too many registers: {@code JAVA_BLOCK} is empty at first. Bounds are
     * independent of the size of a range, as an update may change it.
     */
    String text(CppGeometry geometry) {
        String function = dialect.isGpu() ? name() : name() + "_all";
        StringBuilder out = new StringBuilder();
        int least = bodies.stream().anyMatch(CppFunction::hasBatches) ? Math.max(1, leastBlocks) : leastBlocks;
        int most = Math.max(BlockIndexing.MOST_THREADS, Math.max(mostThreads, geometry.blockThreads()));
        String bounds = "";
        if (dialect.isGpu() && least > 0) {
            bounds = " __launch_bounds__(" + most + ", " + least + ")";
        } else if (dialect.isGpu() && most > BlockIndexing.MOST_THREADS) {
            bounds = " JAVA_BLOCK(" + most + ")";
        }
        String head = blocks == BlockIndexing.OF_LAUNCH
                ? (wide ? "JAVA_WIDE " : "") + dialect.entry() + bounds
                : dialect.function() + " void";
        out.append(Words.wrapped(head + " " + function + "(", declarations())).append(" {\n");
        if (blocks == BlockIndexing.OF_LAUNCH && !dialect.await().isEmpty()) {
            out.append(Words.wrapped("    " + dialect.await() + "(", constants()))
                    .append(";\n");
        }
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
