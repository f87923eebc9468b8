package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;

/**
 * Writes entries for prefix sums on a GPU, in the fixed order of scans: one that gives each to the consumer, and where
 * the blocks could not all wait for each other at once, one before it that sums up the tiles and groups of tiles.
 */
final class ScanEntry {
    private static final int TILE = 2048;
    private static final int LANES = 32;
    private static final int GROUP = 64;
    /** The warps of a block, which take a tile together. */
    private static final int WARPS = 4;
    /**
     * The tiles up to which blocks that wait for each other are faster than two launches: about what a device holds at
     * once.
     */
    private static final int MOST_AT_ONCE = 1024;
    /** The counters of the waiting blocks of a scan, before the sums of tiles and groups, which are aligned. */
    private static final int COUNTS = 4;

    private final CppUnit.Prefix unit;
    private final UnitScope scope;
    private final CppDialect dialect;
    private final List<CppFunction> bodies;
    private final String type;

    private ScanEntry(CppUnit.Prefix unit, UnitScope scope, CppDialect dialect, List<CppFunction> bodies) {
        this.unit = unit;
        this.scope = scope;
        this.dialect = dialect;
        this.bodies = bodies;
        this.type = Words.type(Storage.of(unit.scan().type()).value());
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
        if (tiles > MOST_AT_ONCE) {
            entries.add(writer.entry("_totals", "java::scan_totals", List.of(Part.SUMS, Part.COUNTER)));
            geometries.add(blockATile);
            entries.add(writer.entry("_pass", "java::scan_pass", List.of(Part.SUMS, Part.TAKE)));
        } else {
            entries.add(writer.entry("", "java::scan", List.of(Part.MARKED_SUMS, Part.TAKE)));
        }
        geometries.add(blockATile);
    }

    /** The arguments that an entry gives its function besides the range and the contribution. */
    private enum Part {
        SUMS,
        COUNTER,
        MARKED_SUMS,
        TAKE
    }

    private EntryFunction entry(String suffix, String function, List<Part> parts) {
        // Faults of the consumer are told by the pass, faults of the contribution by both.
        EntryFunction entry = new EntryFunction(scope, dialect, suffix, bodies);
        entry.gate(unit.isGated(), "");
        List<LoopIr> nodes = new ArrayList<>();
        nodes.add(new LoopIr.Faults());
        long size = unit.policy().size();
        DynamicRange live = DynamicRange.ofUnit(entry, unit);
        if (live != null) {
            nodes.addAll(live.reads());
            // Blocks behind the last tile take none, and nobody counts them.
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

    /** Returns where the blocks of a GPU leave the sums of tiles, groups of tiles and so on. */
    private String sums(EntryFunction entry, long values) {
        return entry.parameter(type + "*", "sums", new CppArgument.ScratchAddress(values * Long.BYTES));
    }

    private static String counters(EntryFunction entry, long count) {
        return entry.parameter("unsigned*", "counters", new CppArgument.CounterAddress(count));
    }

    /** Returns the counters that a sum takes: a mark for each 32 bits of it. */
    private int words() {
        return 2 * unit.scan().type().bytes() / Integer.BYTES;
    }

    /** Returns how many tiles, groups of tiles, and so on there are. */
    private static long units(long size) {
        long all = 0;
        for (long units = Math.max(1, (size + TILE - 1) / TILE); ; units = (units + GROUP - 1) / GROUP) {
            all += units;
            if (units == 1) {
                return all;
            }
        }
    }
}
