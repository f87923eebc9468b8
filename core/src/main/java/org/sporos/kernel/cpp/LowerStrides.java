package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Lowers loops with a stride to counters of iterations: an index one stride beyond the last one could overflow an int.
 */
final class LowerStrides implements LoopPass {
    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        return LoopIr.innermost(loops, loop -> loop.stride().distance() == 1 ? List.of(loop) : counted(loop, names));
    }

    private static List<LoopIr> counted(LoopIr.Loop loop, UnaryOperator<String> names) {
        LoopIr.Axis axis = loop.axis();
        int stride = loop.stride().distance();
        LoopIr.Call call = Objects.requireNonNull(loop.onlyCall());
        String skipped = names.apply("skipped");
        String count = names.apply("count");
        String first = names.apply("first");
        String k = names.apply("k");
        String type = "const " + axis.type();
        List<LoopIr> out = new ArrayList<>();
        CppFunction skips = Objects.requireNonNull(loop.stride().skipped());
        LoopIr.Value value = LoopIr.Value.of(skips, call.along(axis.from()).indexes());
        out.add(new LoopIr.LetCall("const int", skipped, value));
        String length = "(long long) " + axis.to() + " - " + axis.from();
        String counted = "java::strides(" + length + ", " + skipped + ", " + stride + ")";
        out.add(new LoopIr.Let(type, count, "(" + axis.type() + ") " + counted));
        String begin = count + " > 0 ? " + axis.from() + " + " + skipped + " : " + axis.from();
        out.add(new LoopIr.Let(type, first, begin));
        LoopIr index = new LoopIr.Let(type, axis.index(), first + " + " + k + " * " + stride);
        LoopIr.Axis counter = new LoopIr.Axis(axis.type(), k, "0", count);
        out.add(LoopIr.Loop.over(counter, List.of(index, call)).with(LoopIr.Stage.SHAPED));
        return out;
    }
}
