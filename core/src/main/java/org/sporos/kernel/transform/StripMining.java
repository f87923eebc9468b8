package org.sporos.kernel.transform;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock.To;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator.Hint;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;

/**
 * Distributes a loop in strips of its iterations: the operands of its condition are computed for all iterations of a
 * strip, vectorized by compilers, and stored in arrays; then the iterations with a true condition are listed without a
 * branch; then these run, in order.
 *
 * <p>The indexes of checked loads are compared before a strip. The original loop runs the rest if one of them is out of
 * bounds, if few iterations remain, or after a strip whose condition a core would have predicted.
 */
final class StripMining {
    /** The iterations of a strip. */
    private static final int LENGTH = 64;

    /** The fewest iterations of a strip that pays. */
    private static final int MANY = 16;

    /** A branch is predictable if its rarer side is taken at most once in 2^4 times. */
    private static final int RARELY = 4;

    private final LaunchedKernel kernel;
    private final KernelEdit edit;
    private final IndependentParts.Found found;
    private final LoopParts parts;
    private final LoopCopies copies;
    private final Set<Instruction> done;
    private final Set<Block> rest;
    private final Set<Value> used;
    private final DraftBlock strip;
    /** The loop variables at the start of a strip. */
    private final KernelEdit.Copy now;

    private final DraftBlock whole;
    private final Value bound;

    StripMining(LaunchedKernel kernel, KernelEdit edit, IndependentParts.Found found) {
        this.kernel = kernel;
        this.edit = edit;
        this.found = found;
        this.parts = new LoopParts(edit, found);
        this.copies = new LoopCopies(edit, found.loop());
        this.done = found.done();
        this.rest = new LinkedHashSet<>(parts.blocks());
        rest.remove(found.loop().header());
        found.guards().forEach(guard -> rest.remove(guard.block()));
        this.used = used();
        this.strip = edit.newBlock();
        this.now = variables(strip);
        this.bound = copies.bound();
        this.whole = copies.whole();
    }

    /** Returns the results used by the rest. */
    private Set<Value> used() {
        Set<Value> inputs = new LinkedHashSet<>();
        direct().forEach(value -> LoopParts.addInputs(value, done, inputs));
        return inputs;
    }

    /** Returns the operands of the rest, including its own values. */
    private Set<Value> direct() {
        Set<Value> direct = parts.usedBy(rest, done);
        direct.addAll(last().entering().arguments());
        return direct;
    }

    private static boolean defines(Block block, Value value) {
        return value instanceof Instruction at
                ? block.instructions().contains(at)
                : block.arguments().contains(value);
    }

    private IndependentParts.Guard last() {
        return found.guards().get(found.guards().size() - 1);
    }

    private KernelEdit.Copy variables(DraftBlock block) {
        KernelEdit.Copy copy = edit.substituting(Map.of());
        for (Argument old : found.loop().header().arguments()) {
            copy.put(old, block.argument(old.type(), old.name(), old.position()));
        }
        return copy;
    }

    /** Returns the edge to the original loop. */
    private To whole(KernelEdit.Copy variables) {
        return new To(whole, variables.of(found.loop().header().arguments()));
    }

    void make() {
        copies.before().jump(strip, copies.entering(), copies.position());
        Set<Value> stored = new LinkedHashSet<>(used);
        found.guards().forEach(guard -> LoopParts.addInputs(guard.condition(), done, stored));
        parts.expand(stored, LENGTH);
        Code code = copies.code(strip);
        Value counter = now.of(found.counter());
        Value left = code.exact(Binary.SUB, code.converted(Type.I64, bound), code.converted(Type.I64, counter));
        Value many = code.compare(Compare.GE, left, code.literal(Type.I64, MANY));
        Value inside = code.areInBounds(kernel, found.counted(), counter, bound);
        DraftBlock begin = edit.newBlock();
        strip.branch(code.both(inside, many), new To(begin, List.of()), whole(now), Hint.NONE, copies.position());
        code = copies.code(begin);
        Value least = code.add(MathFunction.MIN, Type.I64, left, code.literal(Type.I64, LENGTH));
        Value length = code.converted(Type.I32, least);
        edit.name(length, "length");
        rest(length, listed(length, ahead(length, checked(length, begin))));
    }

    /** Compares the indexes of gathered loads, and returns the block that runs if all are in bounds. */
    private DraftBlock checked(Value length, DraftBlock from) {
        LargestIndexes indexes = new LargestIndexes(kernel, found.gathers(), copies.code(from));
        LoopParts.Counted loop = parts.loop("iteration", copies.position());
        indexes.declare(loop.header());
        enter(from, loop, indexes.first(copies.code(from)));
        parts.test(loop, length, copies.position());
        Code body = copies.code(loop.body());
        KernelEdit.Copy copy = at(body, loop.counter());
        parts.run(body, found.ofIndexes(), copy);
        found.gathers().forEach(load -> indexes.add(body, load, parts.index(body, load, copy)));
        parts.again(loop, body, indexes.next());
        DraftBlock inside = edit.newBlock();
        Value all = indexes.areInBounds(copies.code(loop.end()));
        loop.end().branch(all, new To(inside, List.of()), whole(now), Hint.NONE, copies.position());
        return inside;
    }

    private void enter(DraftBlock from, LoopParts.Counted loop, List<? extends Value> others) {
        List<Value> first = new ArrayList<>(List.of(copies.code(from).literal(Type.I32, 0)));
        first.addAll(others);
        from.jump(loop.header(), first, copies.position());
    }

    /** Returns an iteration of a strip, with its counter as the only value. */
    private KernelEdit.Copy at(Code code, Value iteration) {
        Value counter = code.exact(Binary.ADD, now.of(found.counter()), iteration);
        edit.name(counter, found.counter().name());
        return edit.substituting(Map.of(found.counter(), counter));
    }

    /** Computes the operands of the condition, and returns the block after it. */
    private DraftBlock ahead(Value length, DraftBlock from) {
        LoopParts.Counted loop = parts.loop("iteration", copies.position());
        enter(from, loop, List.of());
        parts.test(loop, length, copies.position());
        Code body = copies.code(loop.body());
        KernelEdit.Copy copy = at(body, loop.counter());
        parts.run(body, List.copyOf(found.ahead()), copy);
        parts.store(body, loop.counter(), copy);
        parts.again(loop, body, List.of());
        return loop.end();
    }

    /** The iterations with a true condition: their array, their number, and the block after it. */
    private record Listed(LocalArray chosen, Argument count, DraftBlock end) {}

    private Listed listed(Value length, DraftBlock from) {
        LocalArray chosen = edit.array("chosen", Storage.I32, LENGTH);
        LoopParts.Counted loop = parts.loop("iteration", copies.position());
        Argument count = loop.header().argument(Type.I32, "count", copies.position());
        enter(from, loop, List.of(copies.code(from).literal(Type.I32, 0)));
        parts.test(loop, length, copies.position());
        Code body = copies.code(loop.body());
        body.store(chosen, count, loop.counter());
        KernelEdit.Copy copy = at(body, loop.counter());
        Value all = null;
        for (IndependentParts.Guard guard : found.guards()) {
            Value holds = parts.evaluate(body, guard.condition(), done, loop.counter(), copy);
            Value isEntered = guard.whenTrue() ? holds : body.add(Unary.NOT, Type.BOOL, holds);
            Value one = body.add(Conversion.BOOL2I, Type.I32, isEntered);
            // A conjunction of booleans would become a branch.
            all = all == null ? one : body.add(Binary.AND, Type.I32, all, one);
        }
        parts.again(loop, body, List.of(body.exact(Binary.ADD, count, Objects.requireNonNull(all))));
        return new Listed(chosen, count, loop.end());
    }

    /** Runs the rest of the listed iterations, and starts the next strip. */
    private void rest(Value length, Listed listed) {
        LoopParts.Counted loop = parts.loop("turn", copies.position());
        List<Argument> others = new ArrayList<>(found.loop().header().arguments());
        others.remove(found.counter());
        KernelEdit.Copy variables = edit.substituting(Map.of());
        for (Argument old : others) {
            variables.put(old, loop.header().argument(old.type(), old.name(), old.position()));
        }
        enter(listed.end, loop, now.of(others));
        parts.test(loop, listed.count, copies.position());
        Code body = copies.code(loop.body());
        Value iteration = body.load(listed.chosen, loop.counter());
        edit.name(iteration, "iteration");
        KernelEdit.Copy copy = at(body, iteration);
        variables.values().forEach(copy::put);
        parts.results(body, done, used, iteration, copy).forEach(copy::put);
        direct().stream()
                .filter(value -> rest.stream().noneMatch(block -> defines(block, value)))
                .forEach(value -> parts.evaluate(body, value, done, iteration, copy));
        KernelEdit.Copy made = edit.copy(found.loop().region(), rest, copy.values());
        Edge entering = last().entering();
        Block entered = found.loop().region().block(entering.target());
        body.block().jump(made.of(entered), made.of(entering.arguments()), copies.position());
        Edge back = found.latch().terminator().edges().get(0);
        DraftBlock latch = made.of(found.latch());
        List<Value> next = new ArrayList<>();
        for (Argument old : others) {
            next.add(made.of(
                    back.arguments().get(found.loop().header().arguments().indexOf(old))));
        }
        parts.again(loop, copies.code(latch), next);
        endStrip(length, listed.count, loop.end(), variables);
    }

    private void endStrip(Value length, Value count, DraftBlock end, KernelEdit.Copy variables) {
        Code code = copies.code(end);
        Value few = code.add(Binary.SHR, Type.I32, length, code.literal(Type.I32, RARELY));
        Value seldom = code.compare(Compare.LT, count, few);
        Value mostly = code.compare(Compare.GT, count, code.exact(Binary.SUB, length, few));
        Value isPredicted = code.add(Binary.OR, Type.BOOL, seldom, mostly);
        Value counter = code.exact(Binary.ADD, now.of(found.counter()), length);
        variables.put(found.counter(), counter);
        To again = new To(strip, variables.of(found.loop().header().arguments()));
        end.branch(isPredicted, whole(variables), again, Hint.NONE, copies.position());
    }
}
