package org.sporos.kernel.bytecode;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Value;

/**
 * Joins the states that arrive at one block: numbers that differ become arguments of the block, records are joined by
 * component, and references must be the same.
 */
final class Merger {

    /** A block that a state leaves, still without an end, towards the block that is merged. */
    record Arrival(DraftBlock from, State state) {}

    /** Stands for the top of the stack where a local is asked for. */
    static final int TOP_OF_STACK = -1;

    private final LiftContext context;
    private final List<Arrival> arrivals;
    private final DraftBlock block;
    private final SourcePosition position;
    private final List<List<Value>> passed = new ArrayList<>();

    Merger(LiftContext context, List<Arrival> arrivals, DraftBlock block, SourcePosition position) {
        this.context = context;
        this.arrivals = arrivals;
        this.block = block;
        this.position = position;
        arrivals.forEach(arrival -> passed.add(new ArrayList<>()));
    }

    /** Names a local variable, or what the top of the stack is stored to. */
    interface SourceNames {
        String of(int local);
    }

    /** Returns the joined state of the live locals; those that a loop changes get arguments in any case. */
    State merge(BitSet live, BitSet forced, SourceNames names) {
        State first = arrivals.get(0).state();
        State merged = new State(first.locals.length);
        for (int local = live.nextSetBit(0); local >= 0; local = live.nextSetBit(local + 1)) {
            int slot = local;
            List<@Nullable Slot> slots = new ArrayList<>();
            arrivals.forEach(arrival -> slots.add(arrival.state().locals[slot]));
            if (slots.stream().allMatch(Objects::nonNull)) {
                merged.locals[local] = merge(slots, forced.get(local), names.of(local));
            }
        }
        for (int k = 0; k < first.stack.size(); k++) {
            int depth = k;
            List<@Nullable Slot> slots = new ArrayList<>();
            arrivals.forEach(arrival -> slots.add(arrival.state().stack.get(depth)));
            boolean top = k == first.stack.size() - 1;
            merged.push(merge(slots, false, top ? names.of(TOP_OF_STACK) : ""));
        }
        return merged;
    }

    /** Returns the joined result of a method. */
    Slot merge(List<? extends @Nullable Slot> slots) {
        return merge(slots, false, "");
    }

    /** Ends all blocks that arrive. */
    void connect() {
        for (int k = 0; k < arrivals.size(); k++) {
            arrivals.get(k).from().jump(block, passed.get(k), position);
        }
    }

    private Slot merge(List<? extends @Nullable Slot> slots, boolean forced, String name) {
        Slot first = Objects.requireNonNull(slots.get(0));
        if (slots.stream().anyMatch(slot -> slot instanceof Slot.Unknown)) {
            return new Slot.Unknown(first.isWide());
        }
        boolean same = slots.stream().allMatch(slot -> same(first, slot));
        if (same && !forced) {
            return first;
        }
        Records records = new Records(context);
        if (isNumber(first)) {
            return number(slots, name);
        }
        if (slots.stream().allMatch(slot -> records.isRecord(slot, first))) {
            return record(slots, forced, name);
        }
        return same ? first : refuse(first, name);
    }

    private Slot refuse(Slot slot, String name) {
        context.severalObjects(
                "uses " + (name.isEmpty() ? "an expression" : "variable " + Labels.quoted(name))
                        + ", which may be one of several " + (Slot.isLocalArray(slot) ? "local arrays" : "objects"),
                slot,
                position,
                name);
        return new Slot.Unknown(false);
    }

    static boolean isNumber(@Nullable Slot slot) {
        return slot instanceof Slot.Num || slot instanceof Slot.Ordering;
    }

    static boolean same(Slot a, @Nullable Slot b) {
        if (a instanceof Slot.Known left && b instanceof Slot.Known right) {
            return left.object() == right.object();
        }
        return a.equals(b);
    }

    private Slot number(List<? extends @Nullable Slot> slots, String name) {
        List<Value> values = new ArrayList<>();
        for (int k = 0; k < slots.size(); k++) {
            if (!isNumber(slots.get(k))) {
                return refuse(Objects.requireNonNull(slots.get(k)), name);
            }
            values.add(BranchCondition.asNumber(
                    Objects.requireNonNull(slots.get(k)),
                    new Emitter(arrivals.get(k).from(), position)));
        }
        Argument argument = block.argument(values.get(0).type(), name, position);
        for (int k = 0; k < values.size(); k++) {
            passed.get(k).add(values.get(k));
        }
        return new Slot.Num(argument);
    }

    private Slot record(List<? extends @Nullable Slot> slots, boolean forced, String name) {
        List<Slot.Rec> recs = new ArrayList<>();
        Records records = new Records(context);
        for (int k = 0; k < slots.size(); k++) {
            recs.add(records.expand(
                    Objects.requireNonNull(slots.get(k)),
                    new Emitter(arrivals.get(k).from(), position)));
        }
        Slot.Rec merged = new Slot.Rec(recs.get(0).owner, recs.get(0).loader);
        for (String component : recs.get(0).components.keySet()) {
            List<@Nullable Slot> parts = new ArrayList<>();
            recs.forEach(rec -> parts.add(rec.components.get(component)));
            merged.components.put(component, merge(parts, forced, name.isEmpty() ? component : name + "_" + component));
        }
        return merged;
    }
}
