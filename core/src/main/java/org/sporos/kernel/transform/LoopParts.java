package org.sporos.kernel.transform;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.analysis.Uses;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock.To;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator.Hint;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;

/** The instructions of a distributed loop that run ahead, and the arrays of their results. */
final class LoopParts {
    private final KernelEdit edit;
    private final IndependentParts.Found found;
    private final Set<Block> blocks = new LinkedHashSet<>();
    private final Set<Instruction> inLoop = Sets.newIdentityHashSet();
    private final Map<Value, LocalArray> arrays = new LinkedHashMap<>();

    LoopParts(KernelEdit edit, IndependentParts.Found found) {
        this.edit = edit;
        this.found = found;
        blocks.addAll(found.loop().blocks());
        blocks.forEach(block -> inLoop.addAll(block.instructions()));
    }

    /** An inner loop that counts from 0. */
    record Counted(DraftBlock header, Argument counter, DraftBlock body, DraftBlock end) {}

    /** Begins a counted loop; its body and its end are empty. */
    Counted loop(String name, SourcePosition at) {
        DraftBlock header = edit.newBlock();
        Argument counter = header.argument(Type.I32, name, at);
        return new Counted(header, counter, edit.newBlock(), edit.newBlock());
    }

    /** Ends the header of a loop with its exit test. */
    void test(Counted loop, Value bound, SourcePosition at) {
        Code code = new Code(edit, loop.header(), at);
        Value isInside = code.compare(Compare.LT, loop.counter(), bound);
        loop.header().branch(isInside, new To(loop.body(), List.of()), new To(loop.end(), List.of()), Hint.NONE, at);
    }

    /** Ends the body of a loop with its back edge. */
    void again(Counted loop, Code body, List<? extends Value> others) {
        List<Value> next = new ArrayList<>();
        next.add(body.exact(Binary.ADD, loop.counter(), body.literal(Type.I32, 1)));
        next.addAll(others);
        body.block().jump(loop.header(), next, body.position());
    }

    /** Runs instructions ahead; all loads are in bounds. */
    void run(Code code, List<Instruction> instructions, KernelEdit.Copy copy) {
        for (Instruction at : instructions) {
            atoms(code, at.operands(), copy);
            Instruction made = edit.copyInto(code.block(), at, copy);
            if (found.counted().contains(at) || found.gathers().contains(at)) {
                edit.setInBounds(made);
            }
        }
    }

    /** Returns the index of a load. */
    Value index(Code code, Instruction load, KernelEdit.Copy copy) {
        atoms(code, load.operands(), copy);
        return copy.of(load.operand(0));
    }

    /** Copies literals of the loop. */
    private void atoms(Code code, List<Value> values, KernelEdit.Copy copy) {
        for (Value value : values) {
            if (value instanceof Instruction at && Uses.isAtom(at) && inLoop.contains(at) && copy.of(at) == at) {
                edit.copyInto(code.block(), at, copy);
            }
        }
    }

    /** Evaluates a value from stored results of instructions that ran ahead. */
    Value evaluate(Code code, Value value, Set<Instruction> done, Value index, KernelEdit.Copy copy) {
        if (!(value instanceof Instruction at) || !inLoop.contains(at) || copy.of(at) != at) {
            return copy.of(value);
        } else if (done.contains(at)) {
            Value loaded = load(code, at, index);
            copy.put(at, loaded);
            return loaded;
        }
        at.operands().forEach(operand -> evaluate(code, operand, done, index, copy));
        return edit.copyInto(code.block(), at, copy);
    }

    private Value load(Code code, Value value, Value index) {
        Value loaded = code.load(Objects.requireNonNull(arrays.get(value)), index);
        edit.name(loaded, value.name());
        return loaded;
    }

    /** Adds the inputs of a condition among some instructions. */
    static void addInputs(Value value, Set<Instruction> done, Set<Value> inputs) {
        if (value instanceof Instruction at) {
            if (done.contains(at)) {
                inputs.add(at);
            } else {
                at.operands().forEach(operand -> addInputs(operand, done, inputs));
            }
        }
    }

    /** Returns the values that blocks of the loop use, except in instructions that ran ahead. */
    Set<Value> usedBy(Set<Block> rest, Set<Instruction> done) {
        Set<Value> used = Sets.newLinkedHashSet();
        for (Block block : rest) {
            block.instructions().stream().filter(at -> !done.contains(at)).forEach(at -> used.addAll(at.operands()));
            used.addAll(block.terminator().operands());
            block.terminator().edges().forEach(edge -> used.addAll(edge.arguments()));
        }
        return used;
    }

    /** Makes an array for each of some results (scalar expansion). */
    void expand(Set<Value> results, int length) {
        for (Value value : results) {
            String name = (value.name().isEmpty() ? "t" : value.name()) + "_of";
            arrays.put(value, edit.array(name, Storage.valueOf(value.type().name()), length));
        }
    }

    /** Stores the results that are in arrays. */
    void store(Code code, Value index, KernelEdit.Copy copy) {
        arrays.forEach((value, array) -> code.store(array, index, copy.of(value)));
    }

    /** Returns substitutes for instructions that ran ahead: loads of their results if used. */
    Map<Value, Value> results(Code code, Set<Instruction> done, Set<Value> used, Value index, KernelEdit.Copy copy) {
        Map<Value, Value> results = new IdentityHashMap<>(copy.values());
        for (Instruction at : done) {
            results.put(at, used.contains(at) ? load(code, at, index) : at);
        }
        return results;
    }

    /** Returns the blocks of the loop. */
    Set<Block> blocks() {
        return blocks;
    }
}
