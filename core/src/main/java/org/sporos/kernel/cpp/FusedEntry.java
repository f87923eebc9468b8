package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.sporos.policy.Policy;

/** Writes entries that do the work of several units for each index. */
final class FusedEntry {

    private FusedEntry() {}

    /** Writes an entry for bodies that stand in the order of {@link CppUnit#bodies()}. */
    static CppGeometry write(EntryFunction entry, CppUnit.Fused unit, List<BodyFunction> bodies) {
        Iterator<BodyFunction> next = bodies.iterator();
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
                List<BodyFunction> rest = new ArrayList<>();
                next.forEachRemaining(rest::add);
                return ReduceEntry.write(entry, (CppUnit.Reduce) member, rest, steps);
            }
        }
        entry.gate(unit.isGated(), "");
        if (policy != null) {
            return ForEntry.write(entry, policy, steps);
        }
        SingleEntry.write(entry, steps);
        return CppGeometry.SINGLE;
    }
}
