package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A strip-mined loop; the elements of a strip stay in the nearest cache. */
record Strips(LoopIr.Axis of, String stop) {
    static Strips of(LoopIr.Axis axis, UnaryOperator<String> names) {
        return new Strips(axis, names.apply("stop"));
    }

    /** Returns the indexes of a strip. */
    LoopIr.Axis axis(String index) {
        return new LoopIr.Axis(of.type(), index, of.index(), stop);
    }

    /** Returns the loop over the strips. */
    LoopIr loop(List<? extends LoopIr> strip) {
        List<LoopIr> body = new ArrayList<>();
        String end = of.left() + " > java::STRIP ? " + of.index() + " + java::STRIP : " + of.to();
        body.add(new LoopIr.Let("const " + of.type(), stop, end));
        body.addAll(strip);
        body.add(new LoopIr.Update(of.index() + " = " + stop + ";"));
        return new LoopIr.For(of.type() + " " + of.index() + " = " + of.from(), of.isInside(), "", Set.of(), body);
    }
}
