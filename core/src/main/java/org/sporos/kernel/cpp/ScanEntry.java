package org.sporos.kernel.cpp;

import java.util.List;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;

/** Writes the entry for prefix sums in the fixed order of scans, which hands each to the consumer. */
final class ScanEntry {
    private static final int TILE = 2048;
    private static final int LANES = 32;
    private static final int GROUP = 64;
    /** The warps of a block, which take a tile together. */
    private static final int WARPS = 4;
    /** What the blocks of a scan count, before the marks of tiles and groups. */
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
            List<Entry> entries,
            List<CppGeometry> geometries) {
        ScanEntry writer = new ScanEntry(unit, scope, dialect, bodies);
        entries.add(writer.entry());
        long tiles = (unit.policy().size() + TILE - 1) / TILE;
        geometries.add(
                dialect.isGpu() ? CppGeometry.line(WARPS * LANES, tiles * WARPS * LANES, 0) : CppGeometry.SINGLE);
    }

    private Entry entry() {
        Entry entry = new Entry(scope, dialect, "", bodies);
        entry.gate(unit.isGated(), "");
        entry.openFault(1);
        long size = unit.policy().size();
        String n = entry.constant("count", size);
        String index = size == (int) size ? "int" : "long long";
        long begin =
                unit.policy() instanceof RangePolicy range ? range.begin() : ((LongRangePolicy) unit.policy()).begin();
        String from = begin == 0 ? "p" : entry.constant("begin", begin) + " + p";
        boolean ints = unit.policy() instanceof RangePolicy;
        String i = ints ? "(int) (" + from + ")" : "(long long) (" + from + ")";
        String value = entry.local("value");
        entry.line(
                1,
                "const auto " + value + " = [&](" + index + " p) { return "
                        + bodies.get(0).call(i) + "; };");
        String consumer = entry.local("take");
        entry.line(
                1,
                "const auto " + consumer + " = [&](" + index + " p, " + type + " sum) { "
                        + bodies.get(1).call(i, "sum") + "; };");
        String function = dialect.isGpu() ? "java::scan" : "java::scan_all";
        entry.line(
                1,
                function + "<" + type + ">(" + n + ", " + value + memory(entry, size) + ", " + consumer + ", "
                        + unit.scan().isInclusive() + ");");
        entry.closeFault(1);
        return entry;
    }

    /** Returns where the blocks of a GPU leave the sums of tiles, groups of tiles and so on, and marks that say so. */
    private String memory(Entry entry, long size) {
        if (!dialect.isGpu()) {
            return "";
        }
        String sums = entry.parameter(type + "*", "sums", new CppArgument.ScratchAddress(units(size) * Long.BYTES));
        long counts = size <= TILE ? 1 : COUNTS + units(size);
        return ", " + sums + ", " + entry.parameter("unsigned*", "counters", new CppArgument.CounterAddress(counts));
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
