package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.ReductionOp;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reduction;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * Writes entries that reduce in the library's fixed order, one result after the other. Operators of users have the order
 * of scans; the functions of the prelude tell them by their type.
 */
final class ReduceEntry {
    private static final int TILE = 2048;
    private static final int LANES = 32;
    /** The threads of a block that folds tiles by itself, which the device has several of at once. */
    private static final int TOGETHER = 512;
    /** The most tiles that blocks fold by themselves where a contribution is little more than a load. */
    private static final int FEW = 512;
    /** The most tiles that blocks fold by themselves where no contribution loops. */
    private static final int MANY = 2048;

    private final EntryFunction entry;
    private final CppUnit.Reduce unit;

    /** The nodes before that of the reduction in its loop. */
    private final int fused;

    private List<LoopIr> before;
    private @Nullable LiveRange live;
    /** The parameters that all parts share, empty before the first use. */
    private String countName = "";

    private String beginName = "";
    /** The variable that says whether this block has the result of the part before; empty where nobody asks. */
    private String last = "";

    private ReduceEntry(EntryFunction entry, CppUnit.Reduce unit, List<LoopIr> before) {
        this.entry = entry;
        this.unit = unit;
        this.fused = before.size();
        this.before = before;
    }

    /** Writes an entry for bodies that stand in the order of {@link CppUnit#bodies()}. */
    static CppGeometry write(EntryFunction entry, CppUnit.Reduce unit, List<BodyFunction> bodies) {
        return write(entry, unit, bodies, List.of());
    }

    /**
     * The same with steps of other nodes for each index, before its contribution.
     *
     * @param before these steps, not for reductions of teams
     */
    static CppGeometry write(EntryFunction entry, CppUnit.Reduce unit, List<BodyFunction> bodies, List<LoopIr> before) {
        return write(entry, unit, bodies, before, List.of());
    }

    /**
     * The same with calls after the results, by one thread of the block that is the last to end.
     *
     * @param after these calls, on a GPU only and not for reductions of teams
     */
    static CppGeometry write(
            EntryFunction entry,
            CppUnit.Reduce unit,
            List<BodyFunction> bodies,
            List<LoopIr> before,
            List<LoopIr> after) {
        ReduceEntry writer = new ReduceEntry(entry, unit, before);
        entry.gate(unit.isGated(), "");
        entry.items(unit.policy());
        writer.live = LiveRange.writeIfAny(entry, unit);
        if (writer.live != null && unit.policy() instanceof TeamPolicy) {
            entry.line(1, "if (blockIdx.x > 0 && (int) blockIdx.x >= " + writer.live.count() + ") return;");
        }
        CppGeometry geometry = unit.policy() instanceof TeamPolicy teams ? writer.league(teams) : writer.flat();
        List<Folded> parts = new ArrayList<>();
        int at = 0;
        for (CppUnit.Part part : unit.parts()) {
            BodyFunction contribution = bodies.get(at++);
            parts.add(writer.new Folded(part, contribution, part.join() == null ? null : bodies.get(at++)));
        }
        if (!after.isEmpty()) {
            writer.last = entry.local("last");
            entry.line(1, "bool " + writer.last + " = false;");
        }
        writer.groups(parts).forEach(group -> {
            if (group.size() == 1 && group.get(0).asked == null) {
                writer.part(group.get(0));
            } else {
                writer.together(group);
            }
        });
        if (!after.isEmpty()) {
            // The last block of the last part comes after all results: a block folds those of a part before it goes on.
            entry.line(1, "if (!" + writer.last + ") return;");
            entry.line(1, "__syncthreads();");
            entry.line(1, "if (threadIdx.x != 0) return;");
            LoopPrinter.print(entry, 1, after);
        }
        return geometry;
    }

    private CppGeometry flat() {
        long tiles = ceil(unit.policy().size(), TILE);
        int block = foldsByBlocks() ? TOGETHER : block(tiles);
        int wanted = unit.policy().grid();
        if (entry.blocks().isPart()) {
            int part = foldsByBlocks() ? Blocks.MOST_THREADS : Blocks.threads(tiles * LANES);
            return CppGeometry.line(part, tiles * (foldsByBlocks() ? part : LANES), 0);
        }
        return CppGeometry.striding(block, tiles * (foldsByBlocks() ? block : LANES))
                .withBlocksAtMost(wanted == 0 ? Long.MAX_VALUE : wanted);
    }

    /** Returns whether a block folds a tile, and not a warp: fewer contributions wait for each other in a thread. */
    private boolean foldsByBlocks() {
        boolean isLoad = fused == 0 && !(unit.policy() instanceof MDRangePolicy);
        long most = isLoad ? entry.blocks().isPart() ? 0 : FEW : MANY;
        return entry.hasLoops() || ceil(unit.policy().size(), TILE) <= most;
    }

    /** Returns the name of the way in which tiles are folded: all parts of a kernel share the memory of a tile. */
    private String tiles() {
        boolean isWide = entry.blocks().isPart()
                || unit.parts().stream().anyMatch(part -> part.reduction().op().hasLocation());
        return foldsByBlocks() ? "java::TilesOfBlocks<" + (isWide ? 16 : 8) + ">" : "java::TilesOfWarps";
    }

    /** No driver takes a launch of no blocks. */
    private CppGeometry league(TeamPolicy teams) {
        return teams.league() == 0 ? CppGeometry.SINGLE : ForEntry.teams(teams);
    }

    private static long ceil(long size, int length) {
        return (size + length - 1) / length;
    }

    /** The last block folds the results of all tiles, so it is the larger the more there are. */
    private static int block(long tiles) {
        return tiles <= TILE ? 128 : tiles <= 16 * TILE ? 256 : 512;
    }

    /** One result with the bodies that make it, and its words. */
    private final class Folded {
        final CppUnit.Part part;
        final BodyFunction contribution;
        private final @Nullable BodyFunction join;
        private final String value;
        /** The type of what is folded. */
        final String element;
        /** The identity of the operator. */
        final String none;
        /** How the places of a tile are checked before it, or null if that is not done. */
        final HoistBoundsChecks.@Nullable Versions asked;

        Folded(CppUnit.Part part, BodyFunction contribution, @Nullable BodyFunction join) {
            this.part = part;
            this.contribution = contribution;
            this.join = join;
            if (join != null && entry.dialect.equals(CppDialect.HOST_PIECES)) {
                throw new InternalException("tiles have the order of built-in operators, and a user's has another");
            }
            Type type = Type.of(part.reduction().type());
            this.value = Words.type(type);
            this.element = isLocated() ? "java::Located<" + value + ">" : value;
            String identity =
                    Words.literal(type, part.reduction().identity().word(0)).text();
            this.none = isLocated() ? element + "{" + identity + ", -1}" : identity;
            this.asked = before.isEmpty() && entry.dialect.equals(CppDialect.HOST_PIECES)
                    ? HoistBoundsChecks.Versions.of(contribution)
                    : null;
        }

        boolean isLocated() {
            return part.reduction().op().hasLocation();
        }

        /** Returns the operator; one of the user's own gets a name first. */
        String op() {
            return join == null ? Operators.functor(part.reduction().op()) + "()" : joinLambda(join, value);
        }

        String sink() {
            return ReduceEntry.this.sink(part.reduction(), element, isLocated());
        }

        /**
         * Returns what parts that share a loop have in common: they branch or check something, or else, as a compiler
         * makes vectors of them, their elements have one size, and their places are checked before or not.
         */
        int kind() {
            int bytes = part.reduction().type().bytes();
            if (asked != null) {
                return -bytes;
            }
            return HostShape.branches(contribution.body()) || contribution.canFail() ? 0 : bytes;
        }
    }

    /** Returns the parts, those in one list that tiles on the host do index by index. */
    private List<List<Folded>> groups(List<Folded> parts) {
        if (!entry.dialect.equals(CppDialect.HOST_PIECES)) {
            return parts.stream().map(List::of).toList();
        }
        Map<Integer, List<Folded>> groups = new LinkedHashMap<>();
        parts.forEach(part ->
                groups.computeIfAbsent(part.kind(), kind -> new ArrayList<>()).add(part));
        return List.copyOf(groups.values());
    }

    private void part(Folded part) {
        entry.line(1, "{");
        entry.member(fused);
        entry.openFault(2);
        String op = part.op();
        String sink = part.sink();
        if (unit.policy() instanceof TeamPolicy teams) {
            teams(teams, part, op, sink);
        } else {
            flat(part, op, sink);
        }
        entry.member(fused);
        entry.closeFault(2);
        entry.line(1, "}");
    }

    /**
     * Writes parts of one tile in one loop. They share what they load, and a core that waits for a division of one goes
     * on with another.
     */
    private void together(List<Folded> parts) {
        entry.line(1, "{");
        entry.openFault(2);
        // The launches of pieces know it as the first of the entry's own parameters.
        String n = count();
        List<String> operators = parts.stream().map(Folded::op).toList();
        List<String> lanes = new ArrayList<>();
        for (Folded part : parts) {
            lanes.add(entry.local("lane"));
            entry.line(2, part.element + " " + lanes.get(lanes.size() - 1) + "[java::LANES];");
        }
        if (parts.get(0).asked == null) {
            fold(2, n, parts, operators, lanes, false);
        } else {
            List<HoistBoundsChecks.Versions> asked = parts.stream()
                    .map(part -> Objects.requireNonNull(part.asked))
                    .toList();
            Indexes indexes = indexes(unit.policy(), index());
            LoopIr.Loop tile = LoopIr.Loop.over(new LoopIr.Axis(index(), "p", "0", n), indexes.lets());
            LoopIr.BoundsCheck check = HoistBoundsChecks.check(asked, tile, indexes.parts(), entry::local);
            LoopPrinter.print(entry, 2, List.of(check));
            entry.line(2, "if (" + check.inside() + ") {");
            fold(3, n, parts, operators, lanes, true);
            entry.line(2, "} else {");
            fold(3, n, parts, operators, lanes, false);
            entry.line(2, "}");
        }
        for (int k = 0; k < parts.size(); k++) {
            String all = "java::folded(" + lanes.get(k) + ", " + operators.get(k) + ")";
            entry.line(2, "(" + parts.get(k).sink() + ")(" + all + ");");
        }
        entry.closeFault(2);
        entry.line(1, "}");
    }

    /**
     * Writes the loop over a tile, from the identity in all lanes to what is folded in each.
     *
     * @param inside whether all places that were checked before are inside
     */
    private void fold(
            int depth, String n, List<Folded> parts, List<String> operators, List<String> lanes, boolean inside) {
        List<String> values = new ArrayList<>();
        for (Folded part : parts) {
            BodyFunction body = inside ? Objects.requireNonNull(part.asked).inside() : part.contribution;
            values.add(value(depth, part, body));
        }
        String l = entry.local("l");
        for (int k = 0; k < parts.size(); k++) {
            String none = "(" + parts.get(k).element + ") " + parts.get(k).none;
            entry.line(depth, "java::begin(" + lanes.get(k) + ", " + none + ");");
        }
        entry.line(depth, "java::rows(" + n + ", [&](int " + l + ", " + index() + " p) JAVA_INLINED {");
        for (int k = 0; k < parts.size(); k++) {
            String at = lanes.get(k) + "[" + l + "]";
            entry.line(depth + 1, at + " = " + operators.get(k) + "(" + at + ", " + values.get(k) + "(p));");
        }
        entry.line(depth, "});");
    }

    private String count() {
        countName = countName.isEmpty() ? entry.constant("count", unit.policy().size()) : countName;
        return countName;
    }

    private String begin(long first, Type type) {
        beginName = beginName.isEmpty() ? entry.begin(first, type) : beginName;
        return beginName;
    }

    private String index() {
        return unit.policy().size() == (int) unit.policy().size() ? "int" : "long long";
    }

    private String joinLambda(BodyFunction join, String type) {
        String name = entry.local("join");
        entry.line(
                2,
                "const auto " + name + " = [&](" + type + " a, " + type + " b) { return " + join.call("a", "b")
                        + "; };");
        return name;
    }

    private String sink(Reduction reduction, String element, boolean located) {
        String result = entry.unit.pointer(reduction.result(), "result").name();
        if (!located) {
            return "[&](" + element + " v) { *" + result + " = v; }";
        }
        View at = Objects.requireNonNull(reduction.location());
        String location = entry.unit.pointer(at, "location").name();
        IntView elements = unit.policy() instanceof RangePolicy range ? range.elements() : null;
        if (elements != null) {
            String list = entry.unit.pointer(elements, "indexes").name();
            String stride = elements.stride(0) == 1 ? "" : " * " + entry.constant("stride", elements.stride(0));
            return "[&](" + element + " v) { *" + result + " = java::one_nan(v.value); *" + location
                    + " = v.at < 0 ? -1 : " + list + "[v.at" + stride + "]; }";
        }
        if (live != null) {
            String begin = live.begin().isEmpty() ? "" : live.begin() + " + ";
            return "[&](" + element + " v) { *" + result + " = java::one_nan(v.value); *" + location
                    + " = v.at < 0 ? -1 : " + begin + "v.at; }";
        }
        long first = firstLocation(unit.policy());
        // An empty range has no position, and its location is -1 wherever it begins.
        String from = first == 0 || unit.policy().size() == 0 ? "" : entry.begin(first, Type.I64) + " + ";
        return "[&](" + element + " v) { *" + result + " = java::one_nan(v.value); *" + location + " = " + from
                + "v.at; }";
    }

    private void flat(Folded part, String op, String sink) {
        long size = unit.policy().size();
        String n = live != null ? live.count() : count();
        String value = value(2, part, part.contribution);
        String rest = entry.dialect.isGpu() ? ", " + partials(part, ceil(size, TILE)) + ", " + counter() : "";
        rest += entry.blocks().isPart() ? ", block, blocks" : "";
        String reduce = entry.dialect.isGpu() ? "java::reduce<" + tiles() + ">(" : "java::reduce(";
        entry.line(
                2,
                (last.isEmpty() ? "" : last + " = ") + reduce + n + ", " + part.none + ", " + op + ", " + value + rest
                        + ", " + sink + ");");
    }

    /** Writes a function of a position that returns the contribution there, by a body, and returns its name. */
    private String value(int depth, Folded part, BodyFunction body) {
        String index = index();
        String value = entry.local("value");
        entry.line(depth, "const auto " + value + " = [&](" + index + " p) {");
        Indexes item = indexes(unit.policy(), index);
        String[] indexes = item.parts().toArray(String[]::new);
        LoopPrinter.print(entry, depth + 1, item.lets());
        // Each part goes through the indexes with the same threads: the first takes the steps of all.
        // Several are apart by themselves.
        boolean fails = before.size() == 1
                && before.get(0) instanceof LoopIr.Call call
                && call.version().canFail();
        if (fails) {
            // Its offence is noted apart from that of the contribution.
            entry.line(depth + 1, "{");
        }
        LoopPrinter.print(entry, fails ? depth + 2 : depth + 1, LoopIr.at(before, item.parts()));
        if (fails) {
            entry.line(depth + 1, "}");
        }
        before = List.of();
        begin(depth + 1, body, indexes);
        entry.line(depth + 1, "return " + made(part.part.reduction(), part.element, body.call(indexes), "p") + ";");
        entry.line(depth, "};");
        return value;
    }

    private void begin(int depth, BodyFunction contribution, String... item) {
        if (contribution.canFail()) {
            entry.beginItem(depth, item);
        }
    }

    private static String made(Reduction reduction, String element, String call, String location) {
        if (reduction.op().hasLocation()) {
            return element + "{" + call + ", " + location + "}";
        }
        boolean logical = reduction.op() == ReductionOp.LOGICAL_AND || reduction.op() == ReductionOp.LOGICAL_OR;
        return logical ? "(" + element + ") (" + call + ")" : call;
    }

    /** The parts of an index, and the variables that they need. */
    private record Indexes(List<LoopIr> lets, List<String> parts) {
        static Indexes of(String index) {
            return new Indexes(List.of(), List.of(index));
        }
    }

    /** Returns the index at position {@code p}, in row-major order of a box. */
    private Indexes indexes(Policy policy, String index) {
        List<LiveRange> sides = live == null ? List.of() : live.dimensions();
        if (live != null && sides.isEmpty()) {
            return Indexes.of(live.begin().isEmpty() ? "p" : live.begin() + " + p");
        } else if (policy instanceof RangePolicy range) {
            String p = index.equals("int") ? "p" : "(int) p";
            return Indexes.of(range.begin() == 0 ? p : "(int) (" + begin(range.begin(), Type.I32) + " + p)");
        } else if (policy instanceof LongRangePolicy range) {
            return Indexes.of(range.begin() == 0 ? "p" : begin(range.begin(), Type.I64) + " + p");
        }
        MDRangePolicy box = (MDRangePolicy) policy;
        List<LoopIr> lets = new ArrayList<>();
        String[] indexes = new String[box.rank()];
        String left = "p";
        for (int d = box.rank() - 1; d >= 0; d--) {
            String i = entry.local(LoopIr.index(d));
            String begin = !sides.isEmpty()
                    ? sides.get(d).begin()
                    : box.begin(d) == 0 ? "" : entry.begin(box.begin(d), Type.I32);
            String from = begin.isEmpty() ? "" : begin + " + ";
            if (d == 0) {
                lets.add(new LoopIr.Let("const int", i, narrowed(from, left, index)));
            } else {
                String extent = sides.isEmpty()
                        ? entry.constant("extent" + d, box.extent(d))
                        : sides.get(d).count();
                String rest = entry.local("rest");
                String rank = "(" + left + " % " + extent + ")";
                lets.add(new LoopIr.Let("const int", i, narrowed(from, rank, index)));
                lets.add(new LoopIr.Let("const " + index, rest, left + " / " + extent));
                left = rest;
            }
            indexes[d] = i;
        }
        return new Indexes(lets, List.of(indexes));
    }

    /** Returns an index of a box; of a long, what is counted from the begin need not fit into an int by itself. */
    private static String narrowed(String from, String rank, String index) {
        return index.equals("int") ? from + "(int) " + rank : "(int) (" + from + rank + ")";
    }

    /** Returns the index at position 0, from which locations are counted: 0 of boxes and teams. */
    private static long firstLocation(Policy policy) {
        if (policy instanceof RangePolicy range) {
            return range.begin();
        }
        return policy instanceof LongRangePolicy range ? range.begin() : 0;
    }

    private void teams(TeamPolicy teams, Folded part, String op, String sink) {
        BodyFunction contribution = part.contribution;
        String element = part.element;
        String none = part.none;
        String value = made(part.part.reduction(), element, contribution.call(), "team.league_rank");
        if (entry.dialect.isGpu() && teams.league() == 0) {
            entry.line(2, "(" + sink + ")(" + none + ");");
            return;
        } else if (live != null) {
            liveTeams(teams, part, op, value, sink);
            return;
        } else if (entry.dialect.isGpu()) {
            entry.line(2, "java::Team team;");
            begin(2, contribution);
            String v = entry.local("value");
            entry.line(2, "const " + element + " " + v + " = " + value + ";");
            String values = partials(part, teams.league());
            entry.line(
                    2,
                    "java::reduce_blocks(team, " + none + ", " + op + ", " + v + ", " + values + ", " + counter() + ", "
                            + sink + ");");
            return;
        }
        String n = entry.constant("league_size", teams.league());
        String members = entry.constant("team_size", teams.team() == TeamPolicy.AUTO ? 1 : teams.team());
        String scratch = entry.constant("scratch_bytes", teams.scratchBytes());
        String v = entry.local("value");
        entry.line(2, "const auto " + v + " = [&](int p) {");
        entry.line(3, element + " first = " + none + ";");
        entry.line(3, "java::run_team(p, " + n + ", " + members + ", " + scratch + ", [&](java::Team& team) {");
        begin(4, contribution);
        entry.line(4, "const " + element + " own = " + value + ";");
        entry.line(4, "if (team.team_rank == 0) first = own;");
        entry.line(3, "});");
        entry.line(3, "return first;");
        entry.line(2, "};");
        entry.line(2, "java::reduce(" + n + ", " + none + ", " + op + ", " + v + ", " + sink + ");");
    }

    /** The block of the first team gives the result of no teams; blocks behind the last one have left. */
    private void liveTeams(TeamPolicy teams, Folded part, String op, String value, String sink) {
        String count = Objects.requireNonNull(live).count();
        entry.line(2, "if (" + count + " > 0) {");
        entry.line(3, "java::Team team(" + count + ");");
        begin(3, part.contribution);
        String v = entry.local("value");
        entry.line(3, "const " + part.element + " " + v + " = " + value + ";");
        String values = partials(part, teams.league());
        entry.line(
                3,
                "java::reduce_blocks(team, " + part.none + ", " + op + ", " + v + ", " + values + ", " + counter()
                        + ", " + sink + ");");
        entry.line(2, "} else if (threadIdx.x == 0) {");
        entry.line(3, "(" + sink + ")(" + part.none + ");");
        entry.line(2, "}");
    }

    /**
     * Returns memory for units, such as the results of tiles, and for the levels above: an operator of a user has rows
     * above teams, groups above these, and one group at least.
     */
    private String partials(Folded part, long units) {
        long room = 3;
        for (long level = units; level > 1; level = ceil(level, part.join == null ? TILE : LANES)) {
            room += level;
        }
        int bytes = part.isLocated() ? 16 : Long.BYTES;
        return entry.parameter(part.element + "*", "partials", new CppArgument.ScratchAddress(room * bytes));
    }

    private String counter() {
        return entry.parameter("unsigned*", "counter", new CppArgument.CounterAddress(1));
    }
}
