package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;

/**
 * Writes entries that call one body for each index of a row, and store its value to an array or load its last argument
 * from there. For boxes, they continue with the next rows.
 */
final class RowEntry {
    private RowEntry() {}

    /**
     * The last arguments are the outer indexes of the first row, its first index and the number of indexes; then the
     * begin and end of each dimension of a box but the first.
     */
    static CppGeometry write(EntryFunction entry, CppUnit.Row unit, CppFunction body) {
        entry.items(unit.policy());
        LoopPrinter.print(entry, 1, loops(entry, unit, body));
        return CppGeometry.SINGLE;
    }

    static List<LoopIr> loops(EntryFunction entry, CppUnit.Row unit, CppFunction body) {
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
            LoopIr.Let at = new LoopIr.Let("const " + Words.type(index), last, begin + " + " + k);
            List<LoopIr> item = item(at, body, gives ? row + "[" + k + "]" : "", indexes, rank);
            LoopIr.Axis axis = new LoopIr.Axis("int", k, "0", count);
            return List.of(LoopIr.Loop.over(axis, item));
        }
        return rows(entry, body, row, indexes, begin, count, k);
    }

    /** @param indexes the outer indexes of the first row, and a name for the last index */
    private static List<LoopIr> rows(
            EntryFunction entry, CppFunction body, String row, String[] indexes, String begin, String count, String k) {
        int last = indexes.length - 1;
        String[] from = new String[indexes.length];
        String[] to = new String[indexes.length];
        String[] now = indexes.clone();
        for (int d = 1; d <= last; d++) {
            from[d] = entry.constant("begin" + d, 0);
            to[d] = entry.constant("end" + d, 1);
        }
        List<LoopIr> nodes = new ArrayList<>();
        for (int d = 0; d < last; d++) {
            now[d] = entry.local(LoopIr.index(d));
            nodes.add(new LoopIr.Let("int", now[d], indexes[d]));
        }
        String first = entry.local("first");
        String done = entry.local("done");
        String left = entry.local("left");
        String end = entry.local("end");
        nodes.add(new LoopIr.Let("int", first, begin));
        String rest = count + " - " + done;
        LoopIr.Let at = new LoopIr.Let("const int", now[last], first + " + " + k);
        List<LoopIr> item = item(at, body, row + "[" + done + " + " + k + "]", now, indexes.length);
        List<LoopIr> one = new ArrayList<>(List.of(
                new LoopIr.Let("const long long", left, "(long long) " + to[last] + " - " + first),
                new LoopIr.Let("const int", end, rest + " < " + left + " ? " + rest + " : (int) " + left),
                LoopIr.Loop.over(new LoopIr.Axis("int", k, "0", end), item),
                new LoopIr.Update(done + " += " + end + ";"),
                new LoopIr.Update(first + " = " + from[last] + ";")));
        LoopIr next = new LoopIr.Update(now[0] + "++;");
        for (int d = 1; d < last; d++) {
            LoopIr again = new LoopIr.Update(now[d] + " = " + from[d] + ";");
            next = new LoopIr.Guard("++" + now[d] + " == " + to[d], List.of(again, next), List.of());
        }
        one.add(next);
        nodes.add(new LoopIr.For("int " + done + " = 0", done + " < " + count, "", Set.of(), one));
        return nodes;
    }

    private static List<LoopIr> item(LoopIr at, CppFunction body, String target, String[] indexes, int rank) {
        List<String> arguments = List.of(indexes);
        LoopIr value =
                new LoopIr.Evaluate(target, new LoopIr.Value("", body, arguments.subList(0, rank), arguments, ""));
        return body.canFail() ? List.of(at, new LoopIr.Faults(), value, new LoopIr.Report(0)) : List.of(at, value);
    }

    private static long first(CppUnit.Row unit) {
        if (unit.policy() instanceof RangePolicy range) {
            return range.begin();
        }
        return unit.policy() instanceof LongRangePolicy range ? range.begin() : 0;
    }
}
