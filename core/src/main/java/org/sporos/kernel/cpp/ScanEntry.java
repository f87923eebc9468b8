package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;

/**
 * Writes entries for prefix sums on a GPU, in the fixed order of scans: one entry calls the consumer with each sum. If
 * not all blocks can be resident, sums of floating-point numbers have one before it for tiles and groups of tiles.
 */
final class ScanEntry {
    private static final int TILE = 2048;
    private static final int LANES = 32;
    private static final int GROUP = 64;
    /** The warps of a block, which scans one tile. */
    private static final int WARPS = 4;
    /** The most tiles for which waiting for ordered sums is faster than two launches: about the resident blocks of a
     * device (decision 2). */
    private static final int MOST_AT_ONCE = 1024;
    /** The counters of waiting blocks, before the aligned sums of tiles and groups. */
    private static final int COUNTS = 4;

    private final CppUnit.Prefix unit;
    private final UnitScope scope;
    private final CppDialect dialect;
    private final List<CppFunction> bodies;
    private final String type;
    /** Whether the bits of sums depend on their order. */
    private final boolean isOrdered;

    private ScanEntry(CppUnit.Prefix unit, UnitScope scope, CppDialect dialect, List<CppFunction> bodies) {
        this.unit = unit;
        this.scope = scope;
        this.dialect = dialect;
        this.bodies = bodies;
        Type value = Storage.of(unit.scan().type()).value();
        this.type = Words.type(value);
        this.isOrdered = value.isFloating();
    }

    static void write(
            CppUnit.Prefix unit,
            UnitScope scope,
            CppDialect dialect,
            List<CppFunction> bodies,
            List<EntryFunction> entries,
            List<CppGeometry> geometries) {
        ScanEntry writer = new ScanEntry(unit, scope, dialect, bodies);
        long tiles = (unit.policy().size() + TILE - 1) / TILE;
        CppGeometry blockATile = CppGeometry.line(WARPS * LANES, tiles * WARPS * LANES, 0);
        if (tiles > MOST_AT_ONCE && writer.isOrdered) {
            entries.add(writer.entry("_totals", "java::scan_totals", List.of(Part.SUMS, Part.COUNTER)));
            geometries.add(blockATile);
            entries.add(writer.entry("_pass", "java::scan_pass", List.of(Part.SUMS, Part.TAKE)));
        } else {
            entries.add(writer.entry("", "java::scan", List.of(Part.MARKED_SUMS, Part.TAKE)));
        }
        geometries.add(blockATile);
    }

    /** The arguments of an entry's function besides the range and the contribution. */
    private enum Part {
        SUMS,
        COUNTER,
        MARKED_SUMS,
        TAKE
    }

    private EntryFunction entry(String suffix, String function, List<Part> parts) {
        // Faults of the contribution are reported by both entries, faults of the consumer by the last one.
        EntryFunction entry = new EntryFunction(scope, dialect, suffix, bodies);
        entry.gate(unit.isGated(), "");
        List<LoopIr> nodes = new ArrayList<>();
        nodes.add(new LoopIr.Faults());
        long size = unit.policy().size();
        DynamicRange live = DynamicRange.ofUnit(entry, unit);
        if (live != null) {
            nodes.addAll(live.reads());
            // Blocks beyond the last tile return, and are not counted.
            String first = "(long long) blockIdx.x * " + TILE;
            nodes.add(LoopIr.Leave.entry("blockIdx.x > 0 && " + first + " >= " + live.count()));
        }
        List<String> arguments = new ArrayList<>();
        arguments.add(live != null ? live.count() : entry.constant("count", size));
        String position = (size == (int) size ? "int" : "long long") + " p";
        String i = index(entry, live);
        String value = entry.local("value");
        LoopIr contribution = new LoopIr.Return(LoopIr.Value.of(bodies.get(0), List.of(i)));
        nodes.add(new LoopIr.Lambda(value, List.of(position), false, List.of(contribution)));
        arguments.add(value);
        for (Part part : parts) {
            switch (part) {
                case SUMS -> arguments.add(sums(entry, 2 * units(size)));
                case COUNTER -> arguments.add(counters(entry, 1));
                case MARKED_SUMS -> arguments.add(counters(entry, size <= TILE ? 1 : COUNTS + words() * units(size)));
                case TAKE -> {
                    String take = entry.local("take");
                    LoopIr.Value taken = new LoopIr.Value("", bodies.get(1), List.of(i), List.of(i, "sum"), "");
                    LoopIr consumer = new LoopIr.Evaluate("", taken);
                    nodes.add(new LoopIr.Lambda(take, List.of(position, type + " sum"), false, List.of(consumer)));
                    arguments.add(take);
                    arguments.add(String.valueOf(unit.scan().isInclusive()));
                }
            }
        }
        nodes.add(new LoopIr.Prelude(function + "<" + type + ">", arguments, null));
        nodes.add(new LoopIr.Report(0));
        LoopPrinter.print(entry, 1, nodes);
        return entry;
    }

    /** Returns the index at position {@code p}. */
    private String index(EntryFunction entry, @Nullable DynamicRange live) {
        boolean ints = unit.policy() instanceof RangePolicy;
        long begin =
                unit.policy() instanceof RangePolicy range ? range.begin() : ((LongRangePolicy) unit.policy()).begin();
        String first = live != null ? live.begin() : begin == 0 ? "" : entry.begin(begin, ints ? Type.I32 : Type.I64);
        return (ints ? "(int) (" : "(long long) (") + (first.isEmpty() ? "p" : first + " + p") + ")";
    }

    /** Returns the parameter of the sums of tiles, groups of tiles and so on. */
    private String sums(EntryFunction entry, long values) {
        return entry.parameter(type + "*", "sums", new CppArgument.ScratchAddress(values * Long.BYTES));
    }

    private static String counters(EntryFunction entry, long count) {
        return entry.parameter("unsigned*", "counters", new CppArgument.CounterAddress(count));
    }

    /** Returns the counters of a sum: each 32 bits of it have a mark. */
    private int words() {
        return 2 * unit.scan().type().bytes() / Integer.BYTES;
    }

    /** Returns the number of published sums: of tiles and, if these are ordered, of groups of tiles and so on. */
    private long units(long size) {
        long all = 0;
        for (long units = Math.max(1, (size + TILE - 1) / TILE); ; units = (units + GROUP - 1) / GROUP) {
            all += units;
            if (units == 1 || !isOrdered) {
                return all;
            }
        }
    }
}
