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
 * Of a box they go on with the next rows.
 */
final class RowEntry {
    private RowEntry() {}

    /**
     * The last arguments are the indexes that are the same in the first row, its first index and the number of indexes;
     * then the begin and end of each dimension of a box but the first.
     */
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
            indexes[d] = entry.constant(LoopIr.index(d), 0);
        }
        Type index = unit.policy() instanceof LongRangePolicy ? Type.I64 : Type.I32;
        String begin = entry.begin(first(unit), index);
        String count = entry.constant("count", 1);
        String k = entry.local("k");
        String last = entry.local(LoopIr.index(rank - 1));
        indexes[rank - 1] = last;
        if (!gives) {
            String taken = row + "[" + k + "]";
            indexes[rank] = value == Type.I32 ? "(int) " + taken : taken;
        }
        if (rank == 1) {
            entry.line(1, "for (int " + k + " = 0; " + k + " < " + count + "; " + k + "++) {");
            entry.line(2, "const " + Words.type(index) + " " + last + " = " + begin + " + " + k + ";");
            item(entry, 2, body, gives ? row + "[" + k + "] = " : "", indexes, rank);
            entry.line(1, "}");
        } else {
            rows(entry, body, row, indexes, begin, count, k);
        }
        return CppGeometry.SINGLE;
    }

    /** @param indexes of the first row, and a name for the last index */
    private static void rows(
            EntryFunction entry,
            BodyFunction body,
            String row,
            String[] indexes,
            String begin,
            String count,
            String k) {
        int last = indexes.length - 1;
        String[] from = new String[indexes.length];
        String[] to = new String[indexes.length];
        String[] now = indexes.clone();
        for (int d = 1; d <= last; d++) {
            from[d] = entry.constant("begin" + d, 0);
            to[d] = entry.constant("end" + d, 1);
        }
        for (int d = 0; d < last; d++) {
            now[d] = entry.local(LoopIr.index(d));
            entry.line(1, "int " + now[d] + " = " + indexes[d] + ";");
        }
        String first = entry.local("first");
        String done = entry.local("done");
        String left = entry.local("left");
        String end = entry.local("end");
        entry.line(1, "int " + first + " = " + begin + ";");
        entry.line(1, "for (int " + done + " = 0; " + done + " < " + count + ";) {");
        entry.line(2, "const long long " + left + " = (long long) " + to[last] + " - " + first + ";");
        String rest = count + " - " + done;
        entry.line(2, "const int " + end + " = " + rest + " < " + left + " ? " + rest + " : (int) " + left + ";");
        entry.line(2, "for (int " + k + " = 0; " + k + " < " + end + "; " + k + "++) {");
        entry.line(3, "const int " + now[last] + " = " + first + " + " + k + ";");
        item(entry, 3, body, row + "[" + done + " + " + k + "] = ", now, indexes.length);
        entry.line(2, "}");
        entry.line(2, done + " += " + end + ";");
        entry.line(2, first + " = " + from[last] + ";");
        String next = now[0] + "++;";
        for (int d = 1; d < last; d++) {
            next = "if (++" + now[d] + " == " + to[d] + ") { " + now[d] + " = " + from[d] + "; " + next + " }";
        }
        entry.line(2, next);
        entry.line(1, "}");
    }

    /** Writes the inside of a loop. */
    private static void item(
            EntryFunction entry, int depth, BodyFunction body, String target, String[] indexes, int rank) {
        if (body.canFail()) {
            entry.openFault(depth);
            entry.beginItem(depth, Arrays.copyOf(indexes, rank));
        }
        entry.line(depth, target + body.call(indexes) + ";");
        if (body.canFail()) {
            entry.closeFault(depth);
        }
    }

    private static long first(CppUnit.Row unit) {
        if (unit.policy() instanceof RangePolicy range) {
            return range.begin();
        }
        return unit.policy() instanceof LongRangePolicy range ? range.begin() : 0;
    }
}
