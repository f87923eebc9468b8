package org.sporos.kernel.ir;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Required;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftEnd;
import org.sporos.kernel.ir.KernelBuilder.DraftRegion;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;

/**
 * An editable copy of a kernel for a pass: blocks are copied, changed and redirected; unreachable blocks are removed at
 * the end. Used once, by one thread.
 */
public final class KernelEdit {
    private final Kernel whole;
    private final KernelBuilder draft;
    private final Map<Block, DraftBlock> drafts = new IdentityHashMap<>();
    /** The original values, by their copies. */
    private final Map<Value, Value> origins = new IdentityHashMap<>();

    private final Set<Value> inBounds = Sets.newIdentityHashSet();
    private final Set<Value> exact = Sets.newIdentityHashSet();
    private final List<LocalArray> arrays;
    private final Map<Op.Constant, Value> constants = new HashMap<>();

    /** Copies of blocks and their values. */
    public final class Copy {
        private final Map<Block, DraftBlock> blocks = new IdentityHashMap<>();
        private final Map<Value, Value> values;

        private Copy(Map<Value, Value> substitutes) {
            this.values = new IdentityHashMap<>(substitutes);
        }

        /** Substitutes a value in later copies. */
        public void put(Value old, Value now) {
            values.put(old, now);
        }

        /** Returns the copies and substitutes, by original value. */
        public Map<Value, Value> values() {
            return Collections.unmodifiableMap(values);
        }

        /** Returns the copy of a block. */
        public DraftBlock of(Block block) {
            return Required.internal(blocks.get(block), "the copy of a block");
        }

        /** Returns the copy or substitute of a value, or the value itself. */
        public Value of(Value value) {
            return values.getOrDefault(value, value);
        }

        /** Returns whether a block is copied. */
        public boolean has(Block block) {
            return blocks.containsKey(block);
        }

        /** Returns the copies of values. */
        public List<Value> of(List<? extends Value> all) {
            return Freeze.mapped(all, this::of);
        }
    }

    private KernelEdit(Kernel whole) {
        this.whole = whole;
        this.draft =
                new KernelBuilder(whole.label(), whole.position(), whole.body().result());
        draft.skipIds(whole.valueCount());
        this.arrays = new ArrayList<>(whole.arrays());
        thaw(whole.body(), draft.body());
    }

    /** Returns an editable copy of a kernel. */
    public static KernelEdit of(Kernel kernel) {
        return new KernelEdit(kernel);
    }

    private void thaw(Region region, DraftRegion into) {
        for (Block block : region.blocks()) {
            DraftBlock thawed = block.id() == 0 ? into.entry() : draft.block();
            thawed.arguments.addAll(block.arguments());
            thawed.instructions.addAll(block.instructions());
            drafts.put(block, thawed);
            for (Instruction at : block.instructions()) {
                for (Region inner : at.regions()) {
                    DraftRegion thawedInner = draft.region(inner.result());
                    thaw(inner, thawedInner);
                    draft.nested.computeIfAbsent(at, key -> new ArrayList<>()).add(thawedInner);
                }
            }
        }
        for (Block block : region.blocks()) {
            block(block).end = end(block.terminator(), region, Map.of(), Map.of());
        }
    }

    private DraftEnd end(Terminator end, Region region, Map<Block, DraftBlock> blocks, Map<Value, Value> values) {
        Value value = end.operands().isEmpty() ? null : end.operands().get(0);
        Value used = value == null ? null : values.getOrDefault(value, value);
        DraftEnd thawed;
        if (end instanceof Terminator.Branch) {
            thawed = new DraftEnd(DraftEnd.Kind.BRANCH, used, List.of(), end.position());
        } else if (end instanceof Terminator.Switch choice) {
            thawed = new DraftEnd(DraftEnd.Kind.SWITCH, used, choice.keys(), end.position());
        } else if (end instanceof Terminator.Return) {
            thawed = new DraftEnd(DraftEnd.Kind.RETURN, used, List.of(), end.position());
        } else {
            thawed = new DraftEnd(DraftEnd.Kind.JUMP, null, List.of(), end.position());
        }
        thawed.hint = end instanceof Terminator.Branch branch ? branch.hint() : Terminator.Hint.NONE;
        for (Edge edge : end.edges()) {
            Block target = region.block(edge.target());
            List<Value> passed = Freeze.mapped(edge.arguments(), of -> values.getOrDefault(of, of));
            thawed.add(blocks.containsKey(target) ? blocks.get(target) : block(target), passed);
        }
        return thawed;
    }

    /** Returns the draft of a block of the kernel. */
    public DraftBlock block(Block block) {
        return Required.internal(drafts.get(block), "the draft of a block");
    }

    /** Returns a new block, a part of the kernel once an edge enters it. */
    public DraftBlock newBlock() {
        return draft.block();
    }

    /**
     * Copies blocks of a region. Edges within the blocks enter the copies; other edges keep their targets.
     *
     * @param substitutes replacements by value; replaced instructions are not copied
     */
    public Copy copy(Region region, Collection<Block> blocks, Map<Value, Value> substitutes) {
        Copy copy = new Copy(substitutes);
        // Definitions precede uses.
        List<Block> inOrder =
                blocks.stream().sorted(Comparator.comparingInt(Block::id)).toList();
        for (Block block : inOrder) {
            DraftBlock made = newBlock();
            copy.blocks.put(block, made);
            for (Argument old : block.arguments()) {
                copy.values.put(old, made.argument(old.type(), old.name(), old.position()));
            }
        }
        for (Block block : inOrder) {
            for (Instruction at : block.instructions()) {
                if (!substitutes.containsKey(at)) {
                    copyInto(copy.of(block), at, copy);
                }
            }
        }
        for (Block block : inOrder) {
            copy.of(block).end = end(block.terminator(), region, copy.blocks, copy.values);
        }
        for (Block block : inOrder) {
            block.arguments().forEach(old -> origins.put(copy.of(old), old));
        }
        return copy;
    }

    /** Appends a copy of an instruction to a block; later copies use it. */
    public Instruction copyInto(DraftBlock block, Instruction old, Copy copy) {
        Instruction made = new Instruction(
                draft.nextId(), old.type(), old.name(), old.position(), old.op(), copy.of(old.operands()), List.of());
        block.instructions.add(made);
        copy.values.put(old, made);
        origins.put(made, old);
        if (!old.regions().isEmpty()) {
            List<DraftRegion> nested = new ArrayList<>();
            for (Region region : old.regions()) {
                DraftRegion inner = draft.region(region.result());
                copyInto(inner, region, copy);
                nested.add(inner);
            }
            draft.nested.put(made, nested);
        }
        return made;
    }

    private void copyInto(DraftRegion into, Region region, Copy around) {
        Copy copy = copy(region, region.blocks(), around.values);
        DraftBlock entry = copy.of(region.entry());
        into.entry().arguments.addAll(entry.arguments);
        into.entry().instructions.addAll(entry.instructions);
        into.entry().end = entry.end;
    }

    /** Returns a copy with substitutes and no blocks. */
    public Copy substituting(Map<Value, Value> substitutes) {
        return new Copy(substitutes);
    }

    /** Replaces a value of the kernel in all blocks except earlier copies. */
    public void replace(Value old, Value now) {
        draft.replaced.put(old, now);
        name(now, old.name());
    }

    /** Replaces values of the kernel in one block. */
    public void substitute(DraftBlock block, Map<Value, Value> substitutes) {
        if (substitutes.isEmpty()) {
            return;
        }
        block.instructions.replaceAll(old -> {
            if (old.operands().stream().noneMatch(substitutes::containsKey)) {
                return old;
            }
            List<Value> operands = new ArrayList<>(old.operands());
            operands.replaceAll(value -> substitutes.getOrDefault(value, value));
            Instruction made = new Instruction(
                    draft.nextId(), old.type(), old.name(), old.position(), old.op(), operands, old.regions());
            draft.replaced.put(old, made);
            List<DraftRegion> nested = draft.nested.remove(old);
            if (nested != null) {
                draft.nested.put(made, nested);
            }
            Value origin = origin(old);
            if (origin != null) {
                origins.put(made, origin);
            }
            return made;
        });
        DraftEnd before = block.end();
        Value used = before.value;
        Value now = used == null ? null : substitutes.getOrDefault(used, used);
        DraftEnd end = new DraftEnd(before.kind, now, before.keys, before.position);
        before.edges.forEach(edge -> edge.arguments.replaceAll(value -> substitutes.getOrDefault(value, value)));
        end.edges.addAll(before.edges);
        block.end = end;
    }

    /** Returns a literal. */
    public Value constant(Type type, long bits) {
        return constants.computeIfAbsent(
                new Op.Constant(type, bits), key -> Folding.constant(draft, whole.position(), type, bits));
    }

    /** Inserts an instruction before another. */
    public Instruction insert(DraftBlock block, Instruction before, Op op, Type type, List<Value> operands) {
        Instruction made = new Instruction(draft.nextId(), type, "", before.position(), op, operands, List.of());
        block.instructions.add(block.instructions.indexOf(before), made);
        return made;
    }

    /** Names a value, unless it has a name. */
    public void name(Value value, String name) {
        draft.name(value, name);
    }

    /** Returns a new local array. */
    public LocalArray array(String name, Storage element, int length) {
        String unique = name;
        for (int k = 2; isTaken(unique); k++) {
            unique = name + "_" + k;
        }
        LocalArray array = new LocalArray(arrays.size(), unique, element, length, null);
        arrays.add(array);
        return array;
    }

    private boolean isTaken(String name) {
        return arrays.stream().anyMatch(array -> array.name().equals(name));
    }

    /** Declares all indexes of an access in bounds. */
    public void setInBounds(Instruction access) {
        inBounds.add(access);
    }

    /** Declares that an integer operation does not overflow. */
    public void setExact(Instruction operation) {
        exact.add(operation);
    }

    KernelBuilder draft() {
        return draft;
    }

    /** Returns the edited kernel. */
    public EditedKernel finish() {
        TrivialArguments.drop(draft);
        while (BlockMerging.join(draft)) {
            // Repeats up to the fixed point.
        }
        DeadCodeElimination.drop(draft);
        return frozen();
    }

    EditedKernel frozen() {
        Freeze freeze = new Freeze(draft);
        Captures old = whole.captures();
        Captures captures =
                new Captures(old.views(), old.params(), old.scalars(), arrays, old.scratches(), old.tables());
        Kernel made = Verifier.verified(freeze.run(captures, whole.printing()));
        Value[] values = new Value[made.valueCount()];
        @Nullable Value[] originals = new Value[values.length];
        freeze.forEach((before, value) -> {
            values[value.id()] = value;
            originals[value.id()] = origin(before);
        });
        EditedKernel.Origins numbered = new EditedKernel.Origins(values, originals);
        return new EditedKernel(whole, made, numbered, now(inBounds, freeze), now(exact, freeze));
    }

    /** Returns the original of a value of the draft, or null if it is new: the first numbers are those of originals. */
    private @Nullable Value origin(Value value) {
        return value.id() < whole.valueCount() ? value : origins.get(value);
    }

    private static Set<Value> now(Set<Value> values, Freeze freeze) {
        Set<Value> now = Sets.newIdentityHashSet();
        values.stream().map(freeze::now).filter(Objects::nonNull).forEach(now::add);
        return now;
    }
}
