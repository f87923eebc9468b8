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
 * Merges the states of a block's predecessors: differing numbers become block arguments, records merge by component,
 * references must be equal.
 */
final class Merger {

    /** An unterminated predecessor and its state. */
    record Predecessor(DraftBlock from, State state) {}

    /** The pseudo-local of the top of the stack. */
    static final int TOP_OF_STACK = -1;

    private final LiftContext context;
    private final List<Predecessor> predecessors;
    private final DraftBlock block;
    private final SourcePosition position;
    private final List<List<Value>> passed = new ArrayList<>();

    Merger(LiftContext context, List<Predecessor> predecessors, DraftBlock block, SourcePosition position) {
        this.context = context;
        this.predecessors = predecessors;
        this.block = block;
        this.position = position;
        predecessors.forEach(predecessor -> passed.add(new ArrayList<>()));
    }

    /** The source name of a local, or of the target of the top of the stack. */
    interface SourceNames {
        String of(int local);
    }

    /** Returns the merged state of the live locals; forced locals (changed in a loop) always get arguments. */
    State merge(BitSet live, BitSet forced, SourceNames names) {
        State first = predecessors.get(0).state();
        State merged = new State(first.locals.length);
        for (int local = live.nextSetBit(0); local >= 0; local = live.nextSetBit(local + 1)) {
            int slot = local;
            List<@Nullable Slot> slots = new ArrayList<>();
            predecessors.forEach(predecessor -> slots.add(predecessor.state().locals[slot]));
            if (slots.stream().allMatch(Objects::nonNull)) {
                merged.locals[local] = merge(slots, forced.get(local), names.of(local));
            }
        }
        for (int k = 0; k < first.stack.size(); k++) {
            int depth = k;
            List<@Nullable Slot> slots = new ArrayList<>();
            predecessors.forEach(
                    predecessor -> slots.add(predecessor.state().stack.get(depth)));
            boolean top = k == first.stack.size() - 1;
            merged.push(merge(slots, false, top ? names.of(TOP_OF_STACK) : ""));
        }
        return merged;
    }

    /** Returns the merged result of a method. */
    Slot merge(List<? extends @Nullable Slot> slots) {
        return merge(slots, false, "");
    }

    /** Terminates all predecessors with a jump to the block. */
    void addJumps() {
        for (int k = 0; k < predecessors.size(); k++) {
            predecessors.get(k).from().jump(block, passed.get(k), position);
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
        if (Slot.isNumber(first)) {
            return number(slots, name);
        }
        if (slots.stream().allMatch(slot -> records.isRecord(slot, first))) {
            return record(slots, forced, name);
        }
        return same ? first : refuse(first, name);
    }

    private Slot refuse(Slot slot, String name) {
        context.ambiguousReference(
                "uses " + (name.isEmpty() ? "an expression" : "variable " + Labels.quoted(name))
                        + ", which may be one of several " + (Slot.isLocalArray(slot) ? "local arrays" : "objects"),
                slot,
                position,
                name);
        return new Slot.Unknown(false);
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
            if (!Slot.isNumber(slots.get(k))) {
                return refuse(Objects.requireNonNull(slots.get(k)), name);
            }
            values.add(BranchCondition.asNumber(
                    Objects.requireNonNull(slots.get(k)),
                    new Emitter(predecessors.get(k).from(), position)));
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
                    new Emitter(predecessors.get(k).from(), position)));
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
