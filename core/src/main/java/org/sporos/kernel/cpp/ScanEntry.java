package org.sporos.kernel.cpp;

import java.util.List;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;

/**
 * Writes entries for prefix sums in the fixed order of scans: on a GPU one that sums up the tiles, whose last block sums up
 * the groups of tiles, and one that hands each prefix sum to the consumer; on the host, and where one block of a GPU can have
 * all tiles, one that does both.
 */
final class ScanEntry {
    private static final int TILE = 2048;
    private static final int LANES = 32;
    private static final int GROUP = 64;
    private static final int BLOCK = 256;
    /** The tiles that one block scans faster than two launches do. */
    private static final int FEW = 16;

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
        if (!dialect.isGpu()) {
            entries.add(writer.entry("", "java::scan_all", true, true));
            geometries.add(CppGeometry.SINGLE);
            return;
        }
        long tiles = (unit.policy().size() + TILE - 1) / TILE;
        if (tiles <= FEW) {
            entries.add(writer.entry("", "java::scan_block", false, true));
            geometries.add(CppGeometry.line((int) Math.max(1, tiles) * LANES, 1, 0));
            return;
        }
        CppGeometry geometry = CppGeometry.line(BLOCK, tiles * LANES, 0);
        entries.add(writer.entry("_totals", "java::scan_totals", true, false));
        geometries.add(geometry);
        entries.add(writer.entry("_pass", "java::scan_pass", false, true));
        geometries.add(geometry);
    }

    private Entry entry(String suffix, String function, boolean counts, boolean consumes) {
        // The consumer's offences are reported by the pass, those of the contribution by both.
        Entry entry = new Entry(scope, dialect, suffix, bodies);
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
        String rest = "";
        if (consumes) {
            String consumer = entry.local("take");
            entry.line(
                    1,
                    "const auto " + consumer + " = [&](" + index + " p, " + type + " sum) { "
                            + bodies.get(1).call(i, "sum") + "; };");
            rest = ", " + consumer + ", " + unit.scan().isInclusive();
        }
        String memory = dialect.isGpu()
                ? ", " + entry.parameter(type + "*", "sums", new CppArgument.ScratchAddress(room(size)))
                : "";
        String counter = dialect.isGpu() && counts
                ? ", " + entry.parameter("unsigned*", "counter", new CppArgument.CounterAddress())
                : "";
        entry.line(1, function + "<" + type + ">(" + n + ", " + value + memory + counter + rest + ");");
        entry.closeFault(1);
        return entry;
    }

    /** Two values for each tile, each group of tiles, and so on. */
    private static long room(long size) {
        long room = 2;
        for (long units = (size + TILE - 1) / TILE; ; units = (units + GROUP - 1) / GROUP) {
            room += 2 * units;
            if (units <= 1) {
                return room * Long.BYTES;
            }
        }
    }
}
