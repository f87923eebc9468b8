package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.sporos.policy.Policy;

/** Writes entries that run several units for each index (loop fusion). */
final class FusedEntry {

    private FusedEntry() {}

    /** Writes an entry for bodies in the order of {@link CppUnit#bodies()}. */
    static CppGeometry write(EntryFunction entry, CppUnit.Fused unit, List<CppFunction> bodies) {
        Iterator<CppFunction> next = bodies.iterator();
        List<LoopIr> steps = new ArrayList<>();
        Policy policy = null;
        for (CppUnit member : unit.members()) {
            int number = steps.size();
            if (member instanceof CppUnit.For loop) {
                policy = loop.policy();
                steps.add(new LoopIr.Call(next.next(), number, List.of()));
            } else if (member instanceof CppUnit.Single) {
                steps.add(new LoopIr.Call(next.next(), number, List.of()));
            } else if (member instanceof CppUnit.Elements elements) {
                steps.add(new LoopIr.Elements(elements, List.of()));
            } else {
                return reduce(entry, unit, (CppUnit.Reduce) member, next, steps);
            }
        }
        entry.gate(unit.isGated(), "");
        if (policy != null) {
            return ForEntry.write(entry, policy, steps);
        }
        SingleEntry.write(entry, steps);
        return CppGeometry.SINGLE;
    }

    /** All members after the reduction are single calls. */
    private static CppGeometry reduce(
            EntryFunction entry,
            CppUnit.Fused unit,
            CppUnit.Reduce reduction,
            Iterator<CppFunction> next,
            List<LoopIr> before) {
        List<CppFunction> own = new ArrayList<>();
        reduction.bodies().forEach(body -> own.add(next.next()));
        List<LoopIr> after = new ArrayList<>();
        for (int number = before.size() + 1; number < unit.members().size(); number++) {
            after.add(new LoopIr.Call(next.next(), number, List.of()));
        }
        return ReduceEntry.write(entry, reduction, own, before, after);
    }
}
