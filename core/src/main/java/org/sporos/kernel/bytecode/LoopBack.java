package org.sporos.kernel.bytecode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Value;

/** A jump back to the header of a loop: it passes a value for each argument that the header took. */
final class LoopBack {
    private final LiftContext context;
    private final DraftBlock header;
    private final Emitter emitter;
    private final Merger.SourceNames names;
    private final List<Value> values = new ArrayList<>();

    LoopBack(LiftContext context, DraftBlock header, Emitter emitter, Merger.SourceNames names) {
        this.context = context;
        this.header = header;
        this.emitter = emitter;
        this.names = names;
    }

    /** Returns the values; a reference that has changed since the header is a problem. */
    List<Value> values(State taken, State now) {
        for (int local = 0; local < taken.locals.length; local++) {
            Slot slot = taken.locals[local];
            if (slot != null) {
                match(slot, now.locals[local], names.of(local));
            }
        }
        for (int k = 0; k < taken.stack.size(); k++) {
            match(taken.stack.get(k), now.stack.get(k), "");
        }
        return values;
    }

    private void match(Slot taken, @Nullable Slot now, String name) {
        if (taken instanceof Slot.Num num) {
            matchNumber(num, now);
        } else if (taken instanceof Slot.Rec rec) {
            matchRecord(rec, now, name);
        } else if (!(taken instanceof Slot.Unknown) && !(now instanceof Slot.Unknown) && !Merger.same(taken, now)) {
            refuse(taken, name);
        }
    }

    private void matchNumber(Slot.Num taken, @Nullable Slot now) {
        if (taken.value() instanceof Argument argument && header.owns(argument)) {
            boolean fits = Merger.isNumber(now) && BranchCondition.typeOf(now) == argument.type();
            values.add(
                    fits
                            ? BranchCondition.asNumber(Objects.requireNonNull(now), emitter)
                            : emitter.constant(argument.type(), 0));
        }
    }

    private void matchRecord(Slot.Rec taken, @Nullable Slot now, String name) {
        Records records = new Records(context);
        boolean fits = records.isRecord(now, taken);
        if (!fits && !(now instanceof Slot.Unknown)) {
            refuse(taken, name);
        }
        Map<String, Slot> components =
                fits ? records.expand(Objects.requireNonNull(now), emitter).components : Map.of();
        taken.components.forEach(
                (part, slot) -> match(slot, components.getOrDefault(part, new Slot.Unknown(slot.isWide())), name));
    }

    private void refuse(Slot taken, String name) {
        context.severalObjects(
                "changes " + (name.isEmpty() ? "a variable" : "variable " + Labels.quoted(name))
                        + " in a loop to another " + (Slot.isLocalArray(taken) ? "local array" : "object"),
                taken,
                emitter.position,
                name);
    }
}
