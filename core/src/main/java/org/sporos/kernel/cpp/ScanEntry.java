package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;

/** Writes entries for prefix sums on a GPU, in the fixed order of scans: a consumer is called with each sum. */
final class ScanEntry {
    private static final int TILE = 2048;
    private static final int GROUP = 64;
    /** The threads of a block, which scans one tile. */
    private static final int THREADS = 128;
    /** The counters of waiting blocks, before the aligned sums of tiles and groups. */
    private static final int COUNTS = 4;

    private ScanEntry() {}

    static CppGeometry write(EntryFunction entry, CppUnit.Prefix unit, List<CppFunction> bodies) {
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
        String count = live != null ? live.count() : entry.constant("count", size);
        String position = (size == (int) size ? "int" : "long long") + " p";
        String i = index(entry, unit, live);
        String value = entry.local("value");
        LoopIr contribution = new LoopIr.Return(LoopIr.Value.of(bodies.get(0), List.of(i)));
        nodes.add(new LoopIr.Lambda(value, List.of(position), false, List.of(contribution)));
        Type sum = Storage.of(unit.scan().type()).value();
        long counts = counters(tiles(size), unit.scan().type().bytes(), sum.isFloating());
        String counters = entry.parameter("unsigned*", "counters", new CppArgument.CounterAddress(counts));
        String take = entry.local("take");
        String type = Words.type(sum);
        LoopIr.Value taken = new LoopIr.Value("", bodies.get(1), List.of(i), List.of(i, "sum"), "");
        LoopIr consumer = new LoopIr.Evaluate("", taken);
        nodes.add(new LoopIr.Lambda(take, List.of(position, type + " sum"), false, List.of(consumer)));
        String inclusive = String.valueOf(unit.scan().isInclusive());
        nodes.add(
                new LoopIr.Prelude("java::scan<" + type + ">", List.of(count, value, counters, take, inclusive), null));
        nodes.add(new LoopIr.Report(0));
        LoopPrinter.print(entry, 1, nodes);
        return CppGeometry.line(THREADS, tiles(size) * THREADS, 0);
    }

    /** Returns the index at position {@code p}. */
    private static String index(EntryFunction entry, CppUnit.Prefix unit, @Nullable DynamicRange live) {
        boolean ints = unit.policy() instanceof RangePolicy;
        long begin =
                unit.policy() instanceof RangePolicy range ? range.begin() : ((LongRangePolicy) unit.policy()).begin();
        String first = live != null ? live.begin() : begin == 0 ? "" : entry.begin(begin, ints ? Type.I32 : Type.I64);
        return (ints ? "(int) (" : "(long long) (") + (first.isEmpty() ? "p" : first + " + p") + ")";
    }

    /**
     * Returns the counters of a scan. Each 32 bits of a published sum have a mark beside them. Published are the sums of
     * tiles and, if the order matters, of groups of tiles and so on.
     */
    private static long counters(long tiles, int bytes, boolean isOrdered) {
        if (tiles <= 1) {
            return 1;
        }
        long sums = tiles;
        for (long units = tiles; isOrdered && units > 1; ) {
            units = (units + GROUP - 1) / GROUP;
            sums += units;
        }
        return COUNTS + 2 * bytes / Integer.BYTES * sums;
    }

    private static long tiles(long size) {
        return (size + TILE - 1) / TILE;
    }
}
