package org.sporos.kernel.bytecode;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.RecordComponentNode;

/** Scalar replacement of records: allocated ones are their components, captured ones are expanded. */
record Records(LiftContext context) {
    /** Returns whether two slots are records of one class. */
    boolean isRecord(@Nullable Slot slot, Slot like) {
        String owner = owner(slot);
        return owner != null && owner.equals(owner(like));
    }

    private static @Nullable String owner(@Nullable Slot slot) {
        if (slot instanceof Slot.Rec rec) {
            return rec.owner;
        }
        return slot instanceof Slot.Known known && known.object() instanceof Record record
                ? record.getClass().getName().replace('.', '/')
                : null;
    }

    /** Returns the components of a record. */
    Slot.Rec expand(Slot slot, Emitter emitter) {
        if (slot instanceof Slot.Rec rec) {
            return rec;
        }
        Slot.Known known = (Slot.Known) slot;
        String owner = java.util.Objects.requireNonNull(owner(slot));
        ClassLoader loader =
                java.util.Objects.requireNonNull(known.object()).getClass().getClassLoader();
        Slot.Rec rec = new Slot.Rec(owner, loader);
        ClassNode node = context.classes.find(loader, owner);
        if (node != null) {
            CapturedObjects objects = new CapturedObjects(context);
            for (RecordComponentNode component : node.recordComponents) {
                rec.components.put(
                        component.name, objects.field(known, owner, component.name, component.descriptor, emitter));
            }
        }
        return rec;
    }
}
