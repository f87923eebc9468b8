package org.sporos.kernel.cpp;

import java.util.List;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;

/** Writes entries that scan some tiles of a range in one pass: contributions, sums and consumer. */
final class ScanPieceEntry {
    /** The number of a tile is a long. */
    private static final long FAR = 1L << 40;

    private ScanPieceEntry() {}

    /**
     * The last arguments are the first index, the number of indexes, the number of the first tile, the levels of
     * groups, and whether sums go to the consumer; else the totals of tiles go to the array.
     */
    static CppGeometry write(
            EntryFunction entry, CppUnit.ScanPiece unit, BodyFunction contribution, BodyFunction consumer) {
        entry.items(unit.policy());
        entry.widen();
        entry.openFault(1);
        Type type = Type.of(unit.scan().type());
        String word = Words.type(type);
        String element = type.isFloating() ? word : "long long";
        String sums = entry.parameter(element + "* __restrict__", "sums", new CppArgument.ScratchAddress(0));
        boolean ints = unit.policy() instanceof RangePolicy;
        String begin = entry.begin(first(unit), ints ? Type.I32 : Type.I64);
        String count = entry.constant("count", 1);
        String tile = entry.constant("tile", FAR);
        String levels = entry.constant("levels", 1);
        String passes = entry.constant("passes", 1);
        String i = begin + " + p";
        String value = entry.local("value");
        String take = entry.local("take");
        entry.line(1, "const auto " + value + " = [&](int p) JAVA_INLINED {");
        call(entry, contribution, i, "return " + contribution.call(i));
        entry.line(1, "const auto " + take + " = [&](int p, " + word + " sum) JAVA_INLINED {");
        call(entry, consumer, i, consumer.call(i, "sum"));
        String takes = "";
        if (consumer.hasCondition()) {
            takes = ", " + entry.local("takes");
            entry.line(1, "const auto " + takes.substring(2) + " = [&](int p) JAVA_INLINED {");
            entry.line(2, "return " + consumer.condition(i) + ";");
            entry.line(1, "};");
        }
        String running = type.isFloating()
                ? "java::RealSums<" + word + ">{" + sums + ", " + levels + ", " + tile + "}"
                : "java::WholeSum<" + word + ">{" + sums + "}";
        String kind = "<" + unit.scan().isInclusive() + ">(";
        entry.line(1, "if (" + passes + ") {");
        entry.line(2, "java::scan_pass" + kind + count + ", " + running + ", " + value + takes + ", " + take + ");");
        entry.line(1, "} else {");
        entry.line(2, "java::scan_totals(" + count + ", " + running + ", " + value + ");");
        entry.line(1, "}");
        return CppGeometry.SINGLE;
    }

    /**
     * Returns whether the next body is a consumer, and the indexes that it does something for may be listed. The sums
     * of reals are made in blocks anyway; and a contribution that fails must do so after all consumers before it.
     *
     * @param before the bodies before it
     */
    static boolean isListed(CppUnit.ScanPiece unit, List<BodyFunction> before) {
        return before.size() == 1
                && !Type.of(unit.scan().type()).isFloating()
                && !before.get(0).canFail();
    }

    private static void call(EntryFunction entry, BodyFunction body, String index, String call) {
        if (body.canFail()) {
            entry.beginItem(2, index);
        }
        entry.line(2, call + ";");
        entry.line(1, "};");
    }

    private static long first(CppUnit.ScanPiece unit) {
        return unit.policy() instanceof RangePolicy range ? range.begin() : ((LongRangePolicy) unit.policy()).begin();
    }
}
