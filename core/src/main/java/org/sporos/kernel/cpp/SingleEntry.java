package org.sporos.kernel.cpp;

import java.util.List;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.Type;

/** Writes entries that call one body once: single nodes, and the answers of conditional nodes. */
final class SingleEntry {

    private SingleEntry() {}

    static CppGeometry write(EntryFunction entry, CppUnit.Single unit, BodyFunction body) {
        entry.gate(unit.isGated(), "");
        only(entry);
        LoopPrinter.print(entry, 1, List.of(new LoopIr.Call(body, 0, List.of())));
        return CppGeometry.SINGLE;
    }

    /** The blocks of a launch of several have more threads than one. */
    static void only(EntryFunction entry) {
        if (entry.blocks().isPart()) {
            entry.line(1, "if (threadIdx.x != 0) return;");
        }
    }

    /**
     * An answer that could not be found is no, and so is any after an offence: a loop must end. Behind a closed gate
     * there is no answer at all, which opens nothing.
     */
    static CppGeometry write(EntryFunction entry, CppUnit.Answer unit, BodyFunction body) {
        boolean choice = unit.kind() == CppUnit.Answer.Kind.SWITCH;
        String no = choice ? "-1" : "0";
        String answer = entry.parameter("int*", "answer", new CppArgument.AnswerAddress());
        boolean isNative = unit.isNative() && !entry.dialect.setConditional().isEmpty();
        String handle =
                isNative ? entry.parameter("unsigned long long", "handle", new CppArgument.ConditionalHandle()) : "";
        String next = isNative && unit.kind() == CppUnit.Answer.Kind.WHILE
                ? entry.parameter("unsigned long long", "next", new CppArgument.NextHandle())
                : "";
        entry.gate(unit.isGated(), "*" + answer + " = -1;");
        entry.openFault(1);
        String value = entry.local("value");
        String call = body.call();
        entry.line(1, "int " + value + " = " + (body.result() == Type.BOOL ? call + " ? 1 : 0" : call) + ";");
        entry.closeFault(1);
        entry.report();
        entry.line(1, "if (java::has_failed(errors)) " + value + " = " + no + ";");
        if (unit.kind() == CppUnit.Answer.Kind.WHILE) {
            countPasses(entry, unit, value);
        }
        entry.line(1, "*" + answer + " = " + value + ";");
        if (isNative) {
            // An index that names no case runs none; the handle knows no negative ones.
            String safe = choice ? value + " < 0 ? 0xffffffffu : (unsigned) " + value : "(unsigned) " + value;
            String set = entry.dialect.setConditional() + "(";
            entry.line(1, set + handle + ", " + safe + ");");
            if (!next.isEmpty()) {
                entry.line(1, "if (" + next + " != 0) " + set + next + ", " + safe + ");");
            }
        }
        return CppGeometry.SINGLE;
    }

    private static void countPasses(EntryFunction entry, CppUnit.Answer unit, String value) {
        String passes = entry.parameter("int*", "passes", new CppArgument.PassesAddress());
        if (unit.maxPasses() != Integer.MAX_VALUE) {
            String most = entry.constant("max_passes", unit.maxPasses());
            SourcePosition at = unit.body().kernel().position();
            int site = entry.unit.site(new CppSite(CppSite.Kind.PASSES, unit.label(), 1, false, at, 0));
            entry.line(1, "if (" + value + " != 0 && *" + passes + " >= " + most + ") {");
            entry.line(2, "java::Fault excess;");
            entry.line(2, "excess.check(false, " + site + ", " + most + ");");
            entry.line(2, "java::report(errors, node, excess);");
            entry.line(2, value + " = 0;");
            entry.line(1, "}");
        }
        entry.line(1, "if (" + value + " != 0) ++*" + passes + ";");
    }
}
