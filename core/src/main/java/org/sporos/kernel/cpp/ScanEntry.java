package org.sporos.kernel.cpp;

import java.util.List;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;

/**
 * Writes entries for prefix sums in the fixed order of scans: one that hands each to the consumer, and for a GPU whose
 * blocks could not all wait for each other at once, one before it that sums up the tiles and groups of tiles.
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
    /** The counters of the waiting blocks of a scan, before the marks of tiles and groups. */
    private static final int COUNTS = 3;

    private final CppUnit.Prefix unit;
    private final UnitScope scope;
    private final CppDialect dialect;
    private final List<BodyFunction> bodies;
    private final String type;

    private ScanEntry(CppUnit.Prefix unit, UnitScope scope, CppDialect dialect, List<BodyFunction> bodies) {
        this.unit = unit;
        this.scope = scope;
        this.dialect = dialect;
        this.bodies = bodies;
        this.type = Words.type(Type.of(unit.scan().type()));
    }

    static void write(
            CppUnit.Prefix unit,
            UnitScope scope,
            CppDialect dialect,
            List<BodyFunction> bodies,
            List<EntryFunction> entries,
            List<CppGeometry> geometries) {
        ScanEntry writer = new ScanEntry(unit, scope, dialect, bodies);
        if (!dialect.isGpu()) {
            entries.add(writer.entry("", "java::scan_all", List.of(Part.TAKE)));
            geometries.add(CppGeometry.SINGLE);
            return;
        }
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
        entry.openFault(1);
        long size = unit.policy().size();
        LiveRange live = LiveRange.writeIfAny(entry, unit);
        if (live != null) {
            // Blocks behind the last tile take none, and nobody counts them.
            entry.line(
                    1, "if (blockIdx.x > 0 && (long long) blockIdx.x * " + TILE + " >= " + live.count() + ") return;");
        }
        String n = live != null ? live.count() : entry.constant("count", size);
        String index = size == (int) size ? "int" : "long long";
        boolean ints = unit.policy() instanceof RangePolicy;
        long begin =
                unit.policy() instanceof RangePolicy range ? range.begin() : ((LongRangePolicy) unit.policy()).begin();
        String first = live != null ? live.begin() : begin == 0 ? "" : entry.begin(begin, ints ? Type.I32 : Type.I64);
        String from = first.isEmpty() ? "p" : first + " + p";
        String i = ints ? "(int) (" + from + ")" : "(long long) (" + from + ")";
        String value = entry.local("value");
        String contribution = "return " + bodies.get(0).call(i) + ";";
        entry.line(1, "const auto " + value + " = [&](" + index + " p) { " + begin(0, i) + contribution + " };");
        StringBuilder rest = new StringBuilder();
        for (Part part : parts) {
            rest.append(", ")
                    .append(
                            switch (part) {
                                case SUMS -> sums(entry, 2 * units(size));
                                case COUNTER -> counters(entry, 1);
                                case MARKED_SUMS ->
                                    sums(entry, units(size)) + ", "
                                            + counters(entry, size <= TILE ? 1 : COUNTS + units(size));
                                case TAKE ->
                                    take(entry, index, i) + ", " + unit.scan().isInclusive();
                            });
        }
        entry.line(1, function + "<" + type + ">(" + n + ", " + value + rest + ");");
        entry.closeFault(1);
        return entry;
    }

    /** Returns what says which work item begins. */
    private String begin(int body, String i) {
        return bodies.get(body).canFail() ? "fault.begin(" + i + "); " : "";
    }

    private String take(EntryFunction entry, String index, String i) {
        String consumer = entry.local("take");
        entry.line(
                1,
                "const auto " + consumer + " = [&](" + index + " p, " + type + " sum) { " + begin(1, i)
                        + bodies.get(1).call(i, "sum") + "; };");
        return consumer;
    }

    /** Returns where the blocks of a GPU leave the sums of tiles, groups of tiles and so on. */
    private String sums(EntryFunction entry, long values) {
        return entry.parameter(type + "*", "sums", new CppArgument.ScratchAddress(values * Long.BYTES));
    }

    private static String counters(EntryFunction entry, long count) {
        return entry.parameter("unsigned*", "counters", new CppArgument.CounterAddress(count));
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
