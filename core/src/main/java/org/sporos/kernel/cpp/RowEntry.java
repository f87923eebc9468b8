package org.sporos.kernel.cpp;

import java.util.Arrays;
import java.util.List;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;

/**
 * Writes entries that call one body for each index of a row, which puts a value into an array or takes one from there.
 */
final class RowEntry {
    private RowEntry() {}

    /** The last arguments are the indexes that are the same in the row, its first index and its length. */
    static CppGeometry write(EntryFunction entry, CppUnit.Row unit, BodyFunction body) {
        entry.items(unit.policy());
        boolean gives = body.result() != Type.VOID;
        List<Argument> arguments = unit.body().kernel().body().arguments();
        Type value = gives ? body.result() : arguments.get(arguments.size() - 1).type();
        String element = value.isFloating() ? Words.type(value) : "long long";
        String row = entry.parameter(element + "* __restrict__", "row", new CppArgument.ScratchAddress(0));
        int rank = unit.policy() instanceof MDRangePolicy box ? box.rank() : 1;
        String[] indexes = new String[gives ? rank : rank + 1];
        for (int d = 0; d + 1 < rank; d++) {
            indexes[d] = entry.constant(HostLoop.INDEXES.substring(d, d + 1), 0);
        }
        Type index = unit.policy() instanceof LongRangePolicy ? Type.I64 : Type.I32;
        String begin = entry.begin(first(unit), index);
        String count = entry.constant("count", 1);
        String k = entry.local("k");
        String last = entry.local(HostLoop.INDEXES.substring(rank - 1, rank));
        indexes[rank - 1] = last;
        if (!gives) {
            String taken = row + "[" + k + "]";
            indexes[rank] = value == Type.I32 ? "(int) " + taken : taken;
        }
        entry.line(1, "for (int " + k + " = 0; " + k + " < " + count + "; " + k + "++) {");
        entry.line(2, "const " + Words.type(index) + " " + last + " = " + begin + " + " + k + ";");
        if (body.canFail()) {
            entry.openFault(2);
            entry.beginItem(2, Arrays.copyOf(indexes, rank));
        }
        entry.line(2, (gives ? row + "[" + k + "] = " : "") + body.call(indexes) + ";");
        if (body.canFail()) {
            entry.closeFault(2);
        }
        entry.line(1, "}");
        return CppGeometry.SINGLE;
    }

    private static long first(CppUnit.Row unit) {
        if (unit.policy() instanceof RangePolicy range) {
            return range.begin();
        }
        return unit.policy() instanceof LongRangePolicy range ? range.begin() : 0;
    }
}
