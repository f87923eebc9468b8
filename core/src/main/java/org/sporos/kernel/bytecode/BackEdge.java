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

/** The back edge of a loop; it passes a value for each argument of the header. */
final class BackEdge {
    private final LiftContext context;
    private final DraftBlock header;
    private final Emitter emitter;
    private final Merger.SourceNames names;
    private final List<Value> values = new ArrayList<>();

    BackEdge(LiftContext context, DraftBlock header, Emitter emitter, Merger.SourceNames names) {
        this.context = context;
        this.header = header;
        this.emitter = emitter;
        this.names = names;
    }

    /** Returns the passed values; a changed reference is a problem. */
    List<Value> values(State atEntry, State now) {
        for (int local = 0; local < atEntry.locals.length; local++) {
            Slot slot = atEntry.locals[local];
            if (slot != null) {
                match(slot, now.locals[local], names.of(local));
            }
        }
        for (int k = 0; k < atEntry.stack.size(); k++) {
            match(atEntry.stack.get(k), now.stack.get(k), "");
        }
        return values;
    }

    private void match(Slot atEntry, @Nullable Slot now, String name) {
        if (atEntry instanceof Slot.Num num) {
            matchNumber(num, now);
        } else if (atEntry instanceof Slot.Rec rec) {
            matchRecord(rec, now, name);
        } else if (!(atEntry instanceof Slot.Unknown) && !(now instanceof Slot.Unknown) && !Merger.same(atEntry, now)) {
            refuse(atEntry, name);
        }
    }

    private void matchNumber(Slot.Num atEntry, @Nullable Slot now) {
        if (atEntry.value() instanceof Argument argument && header.owns(argument)) {
            boolean fits = Merger.isNumber(now) && BranchCondition.typeOf(now) == argument.type();
            values.add(
                    fits
                            ? BranchCondition.asNumber(Objects.requireNonNull(now), emitter)
                            : emitter.constant(argument.type(), 0));
        }
    }

    private void matchRecord(Slot.Rec atEntry, @Nullable Slot now, String name) {
        Records records = new Records(context);
        boolean fits = records.isRecord(now, atEntry);
        if (!fits && !(now instanceof Slot.Unknown)) {
            refuse(atEntry, name);
        }
        Map<String, Slot> components =
                fits ? records.expand(Objects.requireNonNull(now), emitter).components : Map.of();
        atEntry.components.forEach(
                (part, slot) -> match(slot, components.getOrDefault(part, new Slot.Unknown(slot.isWide())), name));
    }

    private void refuse(Slot atEntry, String name) {
        context.ambiguousReference(
                "changes " + (name.isEmpty() ? "a variable" : "variable " + Labels.quoted(name))
                        + " in a loop to another " + (Slot.isLocalArray(atEntry) ? "local array" : "object"),
                atEntry,
                emitter.position,
                name);
    }
}
