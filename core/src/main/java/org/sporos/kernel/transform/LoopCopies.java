package org.sporos.kernel.transform;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.analysis.Uses;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock.To;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;

/**
 * Replaces a loop with one exit, at its header, by copies. A block before the copies has the live-in values of the
 * loop, and a block after them its live-out values.
 */
final class LoopCopies {
    private final KernelEdit edit;
    private final LoopInfo loop;
    private final Region region;
    private final DraftBlock before;
    private final List<Argument> entering = new ArrayList<>();
    private final KernelEdit.Copy ahead;
    private final DraftBlock after;
    /** The live-out values, arguments of {@link #after}. */
    private final List<Value> leaving = new ArrayList<>();

    LoopCopies(KernelEdit edit, LoopInfo loop) {
        this.edit = edit;
        this.loop = loop;
        this.region = loop.region();
        this.before = edit.block(loop.header());
        before.clear();
        before.clearArguments();
        Map<Value, Value> first = new IdentityHashMap<>();
        for (Argument old : loop.header().arguments()) {
            Argument now = before.argument(old.type(), old.name(), old.position());
            entering.add(now);
            first.put(old, now);
        }
        this.ahead = edit.substituting(first);
        this.after = edit.newBlock();
        leave();
    }

    /** Makes the block after the loop; later uses of values of the header use its arguments. */
    private void leave() {
        Set<Value> used = usedOutside();
        Edge exit = test().exit();
        KernelEdit.Copy outside = edit.substituting(Map.of());
        for (Argument old : loop.header().arguments()) {
            if (used.contains(old)) {
                Argument now = after.argument(old.type(), old.name(), old.position());
                leaving.add(old);
                outside.put(old, now);
                edit.replace(old, now);
            }
        }
        for (Instruction old : loop.header().instructions()) {
            if (used.contains(old) && Uses.isAtom(old)) {
                edit.replace(old, edit.copyInto(after, old, outside));
            } else if (used.contains(old)) {
                Argument now = after.argument(old.type(), old.name(), old.position());
                leaving.add(old);
                outside.put(old, now);
                edit.replace(old, now);
            }
        }
        after.jump(edit.block(region.block(exit.target())), outside.of(exit.arguments()), position());
    }

    private LoopInfo.Test test() {
        return Objects.requireNonNull(loop.test());
    }

    private Set<Value> usedOutside() {
        Set<Value> used = Sets.newIdentityHashSet();
        used.addAll(test().exit().arguments());
        region.blocks().stream().filter(block -> !loop.contains(block.id())).forEach(block -> addUses(block, used));
        return used;
    }

    private static void addUses(Block block, Set<Value> used) {
        for (Instruction at : block.instructions()) {
            used.addAll(at.operands());
            at.regions().forEach(nested -> nested.blocks().forEach(inner -> addUses(inner, used)));
        }
        used.addAll(block.terminator().operands());
        block.terminator().edges().forEach(edge -> used.addAll(edge.arguments()));
    }

    SourcePosition position() {
        return loop.header().terminator().position();
    }

    DraftBlock before() {
        return before;
    }

    /** Returns the live-in values of the loop. */
    List<Argument> entering() {
        return entering;
    }

    /** Returns the live-out values of the loop. */
    List<Value> leaving() {
        return leaving;
    }

    /** Returns the values before the first iteration, including copied instructions of the header. */
    KernelEdit.Copy ahead() {
        return ahead;
    }

    /** Computes the bound of the counter before the loop. */
    Value bound() {
        computeAhead(ofBound());
        Value bound = ahead.of(test().right());
        String counter = Objects.requireNonNull(loop.counter()).name();
        edit.name(bound, counter.isEmpty() ? "" : counter + "_end");
        return bound;
    }

    /** Returns the instructions of the header on which the bound depends, in order. */
    private List<Instruction> ofBound() {
        List<Instruction> found = new ArrayList<>();
        List<Instruction> all = loop.header().instructions();
        for (int k = all.size() - 1; k >= 0; k--) {
            Instruction at = all.get(k);
            if (at == test().right()
                    || found.stream().anyMatch(user -> user.operands().contains(at))) {
                found.add(0, at);
            }
        }
        return found;
    }

    /** Returns code before the loop. */
    Code code() {
        return code(before);
    }

    Code code(DraftBlock block) {
        return new Code(edit, block, position());
    }

    /** Copies the header without the instructions computed before the loop. */
    KernelEdit.Copy header() {
        Map<Value, Value> known = new IdentityHashMap<>();
        ofBound().forEach(at -> known.put(at, ahead.of(at)));
        return edit.copy(region, List.of(loop.header()), known);
    }

    /** Computes instructions of the header before the loop. */
    void computeAhead(List<Instruction> instructions) {
        instructions.stream().filter(at -> ahead.of(at) == at).forEach(at -> edit.copyInto(before, at, ahead));
    }

    /** Returns the edge to the block after the loop, with values of a copy. */
    To exit(KernelEdit.Copy copy) {
        return new To(after, copy.of(leaving));
    }

    /** Returns an unchanged copy of the loop. */
    DraftBlock whole() {
        KernelEdit.Copy copy = edit.copy(region, loop.blocks(), Map.of());
        DraftBlock header = copy.of(loop.header());
        Edge inside = test().inside();
        To first = new To(copy.of(region.block(inside.target())), copy.of(inside.arguments()));
        test(header, copy, first, exit(copy), Terminator.Hint.NONE);
        return header;
    }

    /** Ends a copy of the header with its exit test. */
    void test(DraftBlock header, KernelEdit.Copy copy, To inside, To exit, Terminator.Hint hint) {
        Terminator.Branch branch = (Terminator.Branch) loop.header().terminator();
        boolean whenTrue = loop.contains(branch.whenTrue().target());
        header.branch(
                copy.of(branch.condition()), whenTrue ? inside : exit, whenTrue ? exit : inside, hint, position());
    }
}
