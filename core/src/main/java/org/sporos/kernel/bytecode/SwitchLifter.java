package org.sporos.kernel.bytecode;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/** Lifts switches; one on what is known before the launch becomes a jump. */
final class SwitchLifter {
    private final MethodLifter flow;

    SwitchLifter(MethodLifter flow) {
        this.flow = flow;
    }

    void lift(AbstractInsnNode node, Slot slot) {
        List<Integer> keys = new ArrayList<>();
        List<LabelNode> targets = new ArrayList<>();
        LabelNode otherwise;
        if (node instanceof TableSwitchInsnNode table) {
            otherwise = table.dflt;
            for (int k = 0; k < table.labels.size(); k++) {
                // Holes of a table lead where the default leads: they are no cases of the source.
                if (table.labels.get(k) != otherwise) {
                    keys.add(table.min + k);
                    targets.add(table.labels.get(k));
                }
            }
        } else {
            LookupSwitchInsnNode lookup = (LookupSwitchInsnNode) node;
            otherwise = lookup.dflt;
            keys.addAll(lookup.keys);
            targets.addAll(lookup.labels);
        }
        Long known = Emitter.constantBits(slot);
        if (known != null) {
            int at = keys.indexOf(known.intValue());
            flow.jump(at < 0 ? otherwise : targets.get(at));
        } else if (slot instanceof Slot.Num num && !keys.isEmpty()) {
            flow.switchOn(num.value(), keys, targets, otherwise);
        } else {
            flow.jump(otherwise);
        }
    }
}
