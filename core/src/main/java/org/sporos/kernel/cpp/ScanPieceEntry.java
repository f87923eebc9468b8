package org.sporos.kernel.cpp;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.EntryCondition;
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
        BodyFunction condition = null;
        EntryCondition listed = listed(unit, contribution, consumer);
        if (listed != null) {
            ProvenKernel whole = consumer.proven();
            ProvenKernel asked =
                    new ProvenKernel(listed.kernel(), whole.views(), whole.params(), whole.scalars(), whole.proofs());
            condition = consumer.version("_first", asked);
        }
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
        if (listed != null && condition != null) {
            takes = ", " + entry.local("takes");
            entry.line(1, "const auto " + takes.substring(2) + " = [&](int p) JAVA_INLINED {");
            entry.line(2, "return " + (listed.acts() ? "" : "!") + condition.call(i, "0") + ";");
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
     * Returns the condition under which the consumer acts on an index, if the indexes it acts on may be listed first;
     * else null. The sums of floating-point numbers are made in blocks anyway; and a contribution that fails must do so
     * after all consumers before it.
     */
    private static @Nullable EntryCondition listed(
            CppUnit.ScanPiece unit, BodyFunction contribution, BodyFunction consumer) {
        if (Type.of(unit.scan().type()).isFloating() || contribution.canFail()) {
            return null;
        }
        Body body = consumer.body();
        return EntryCondition.of(
                body.kernel,
                body.kernel.body().arguments().get(1),
                load -> !body.checks.isChecked(load) && body.isConstant(load));
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
