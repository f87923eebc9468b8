package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Splits the innermost loop in three if branches become constant for most of its indexes (index-set splitting): these
 * run a version of the kernel without the branches, both ends the original.
 *
 * <p>A row of whole vectors of a box stays one loop if its ends can be vectorized, too: as scalars, each of these few
 * indexes takes as long as a vector; docs/benchmarks/applications-on-host.md, "Rows of whole vectors", measures it.
 */
final class SplitIndexSets implements LoopPass {
    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        return LoopIr.innermost(loops, loop -> split(loop, names));
    }

    private static List<LoopIr> split(LoopIr.Loop loop, UnaryOperator<String> names) {
        List<LoopIr> inside = new ArrayList<>();
        List<SplitCall> splitCalls = new ArrayList<>();
        for (LoopIr node : loop.body()) {
            SplitCall splitCall = node instanceof LoopIr.Call call ? SplitCall.of(call) : null;
            inside.add(splitCall == null ? node : splitCall.call().of(splitCall.inside()));
            if (splitCall != null) {
                splitCalls.add(splitCall);
            }
        }
        if (splitCalls.isEmpty()) {
            return List.of(loop);
        }
        String whole = wholeRow(loop, splitCalls);
        List<LoopIr> pieces = pieces(loop, inside, splitCalls, names);
        if (whole == null) {
            return pieces;
        }
        LoopIr.Loop row =
                loop.with(LoopIr.Stage.SHAPED).with(LoopIr.Hint.INDEPENDENT).with(LoopIr.Hint.WIDE);
        return List.of(new LoopIr.Guard(whole, List.of(row), pieces));
    }

    /** A call whose loop is split. */
    private record SplitCall(LoopIr.Call call, IndexSetSplitting.Split split, CppFunction inside) {
        static @Nullable SplitCall of(LoopIr.Call call) {
            IndexSetSplitting.Split split = IndexSetSplitting.of(call.version().proven());
            return split == null
                    ? null
                    : new SplitCall(call, split, call.version().version("_inside", split.inside()));
        }
    }

    /** Returns the condition under which a loop stays whole, or null if there is none. */
    private static @Nullable String wholeRow(LoopIr.Loop loop, List<SplitCall> splitCalls) {
        LoopIr.Call call = loop.onlyCall();
        if (call == null
                || call.indexes().size() == 1
                || loop.stride().distance() > 1
                || !MarkIndependent.isIndependent(call)
                || !call.version().isStraight()) {
            return null;
        }
        VectorizeRows.Row row = VectorizeRows.row(call.of(splitCalls.get(0).inside()));
        if (row == null) {
            return null;
        }
        String length = "((long long) " + loop.axis().to() + " - " + loop.axis().from() + ")";
        String lanes = "(java::VECTOR / " + row.bytes() + ")";
        return "java::VECTOR == 64 && " + length + " % " + lanes + " == 0";
    }

    private static List<LoopIr> pieces(
            LoopIr.Loop loop, List<LoopIr> inside, List<SplitCall> splitCalls, UnaryOperator<String> names) {
        LoopIr.Axis axis = loop.axis();
        String low = names.apply("low");
        String high = names.apply("high");
        List<LoopIr> out = new ArrayList<>();
        out.add(new LoopIr.Let("long long", low, axis.from() + ", " + high + " = " + axis.to()));
        for (SplitCall splitCall : splitCalls) {
            String[] indexes = splitCall.call().indexes().toArray(String[]::new);
            splitCall
                    .split()
                    .statements(splitCall.call().version().body(), low, high, indexes)
                    .forEach(statement -> out.add(new LoopIr.Update(statement)));
        }
        String first = names.apply("first");
        String last = names.apply("last");
        String type = "const " + axis.type();
        String to = "(" + axis.type() + ") ";
        String some = low + " < " + high + " ? " + to;
        out.add(new LoopIr.Let(type, first, some + low + " : " + axis.to()));
        out.add(new LoopIr.Let(type, last, some + high + " : " + axis.to()));
        LoopIr.Loop end = loop.with(LoopIr.Stage.FINAL);
        out.add(end.with(axis.between(axis.from(), first)));
        out.add(new LoopIr.Scope(List.of(loop.with(axis.between(first, last)).with(inside))));
        out.add(end.with(axis.between(last, axis.to())));
        return out;
    }
}
