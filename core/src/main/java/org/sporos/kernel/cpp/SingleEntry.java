package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.Type;

/** Writes entries that call one body once: single nodes, and the conditions of conditional nodes. */
final class SingleEntry {

    private SingleEntry() {}

    static CppGeometry write(EntryFunction entry, CppUnit.Single unit, CppFunction body) {
        entry.gate(unit.isGated(), "");
        write(entry, List.of(new LoopIr.Call(body, 0, List.of())));
        return CppGeometry.SINGLE;
    }

    /** Writes calls by one thread; launches of several members have more threads. */
    static void write(EntryFunction entry, List<LoopIr> steps) {
        List<LoopIr> nodes = new ArrayList<>();
        if (entry.blocks() != BlockIndexing.OF_LAUNCH) {
            nodes.add(LoopIr.Leave.entry(entry.blocks().isOther()));
        }
        nodes.addAll(steps);
        LoopPrinter.print(entry, 1, nodes);
    }

    /**
     * A condition is false after any fault, so that loops end. Behind a closed gate the result is -1, which opens no
     * body.
     */
    static CppGeometry write(EntryFunction entry, CppUnit.Answer unit, CppFunction body) {
        boolean choice = unit.kind() == CppUnit.Answer.Kind.SWITCH;
        String no = choice ? "-1" : "0";
        boolean isPhase = entry.blocks().isPhase();
        String answer = isPhase
                ? entry.handed("int*", "answer")
                : entry.parameter("int*", "answer", new CppArgument.AnswerAddress());
        boolean isNative = unit.isNative() && !entry.dialect.setConditional().isEmpty();
        String handle =
                isNative ? entry.parameter("unsigned long long", "handle", new CppArgument.ConditionalHandle()) : "";
        String next = isNative && unit.kind() == CppUnit.Answer.Kind.WHILE
                ? entry.parameter("unsigned long long", "next", new CppArgument.NextHandle())
                : "";
        entry.gate(unit.isGated(), "*" + answer + " = -1;");
        String value = entry.local("value");
        LoopIr.Value call = LoopIr.Value.of(body, List.of());
        List<LoopIr> nodes = new ArrayList<>();
        if (isPhase) {
            nodes.add(LoopIr.Leave.entry(entry.blocks().isOther()));
        }
        nodes.addAll(List.of(
                new LoopIr.Faults(),
                new LoopIr.LetCall("int", value, body.result() == Type.BOOL ? call.in("", " ? 1 : 0") : call),
                new LoopIr.Report(0)));
        entry.report();
        nodes.add(when("java::has_failed(errors)", new LoopIr.Store(value, no)));
        if (unit.kind() == CppUnit.Answer.Kind.WHILE) {
            nodes.addAll(iterations(entry, unit, value));
        }
        nodes.add(new LoopIr.Store("*" + answer, value));
        if (isNative) {
            // An index without a case runs none; the value of a handle cannot be negative.
            String safe = choice ? value + " < 0 ? 0xffffffffu : (unsigned) " + value : "(unsigned) " + value;
            String set = entry.dialect.setConditional();
            nodes.add(new LoopIr.Prelude(set, List.of(handle, safe), null));
            if (!next.isEmpty()) {
                nodes.add(when(next + " != 0", new LoopIr.Prelude(set, List.of(next, safe), null)));
            }
        }
        LoopPrinter.print(entry, 1, nodes);
        return CppGeometry.SINGLE;
    }

    private static LoopIr when(String condition, LoopIr... then) {
        return new LoopIr.Guard(condition, List.of(then), List.of());
    }

    private static List<LoopIr> iterations(EntryFunction entry, CppUnit.Answer unit, String value) {
        String passes = "*"
                + (entry.blocks().isPhase()
                        ? entry.handed("int*", "passes")
                        : entry.parameter("int*", "passes", new CppArgument.PassesAddress()));
        List<LoopIr> nodes = new ArrayList<>();
        if (unit.maxIterations() != Integer.MAX_VALUE) {
            String most = entry.constant("max_passes", unit.maxIterations());
            SourcePosition at = unit.body().kernel().position();
            int site = entry.unit.site(new CppSite(CppSite.Kind.PASSES, unit.label(), 1, false, at, 0));
            nodes.add(when(
                    value + " != 0 && " + passes + " >= " + most,
                    new LoopIr.Update("java::Fault excess;"),
                    new LoopIr.Prelude("excess.check", List.of("false", String.valueOf(site), most), null),
                    new LoopIr.Prelude("java::report", List.of("errors", "node", "excess"), null),
                    new LoopIr.Store(value, "0")));
        }
        nodes.add(when(value + " != 0", new LoopIr.Update("++" + passes + ";")));
        return nodes;
    }
}
