package org.sporos.kernel.ir;

import com.google.common.collect.Sets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;

/** Program slices: kernels that evaluate only some values of another (Weiser, "Program Slicing", 1981). */
public final class KernelSlice {
    private final Kernel whole;
    private final Region region;
    private final ControlFlow flow;
    private final Set<Value> needed = Sets.newIdentityHashSet();
    private final List<Block> blocks = new ArrayList<>();
    private List<Instruction> straight = new ArrayList<>();

    /**
     * A counted loop of two blocks: a header with the exit test, and a body.
     *
     * @param counter the induction variable, an argument of the header
     * @param begin its initial value
     * @param next its value in the next iteration
     */
    public record Counted(Block header, Block body, Argument counter, Value begin, Value next) {
        Value condition() {
            return header.terminator().operands().get(0);
        }
    }

    private KernelSlice(Kernel whole) {
        this.whole = whole;
        this.region = whole.body();
        this.flow = ControlFlow.of(region);
    }

    /**
     * Returns a kernel of some instructions and their operands, without a result.
     *
     * @param wanted instructions executed on each path through the kernel, possibly in the loops; they depend on kernel
     *     arguments and counters, but on no other block argument
     * @param loops counted loops executed on each path
     */
    public static Kernel of(Kernel whole, Collection<Instruction> wanted, Collection<Counted> loops) {
        return new KernelSlice(whole).kernel(wanted, loops, new Terminator.Return(null, whole.position()), Type.VOID);
    }

    /** Returns a kernel of some instructions and their operands, with a terminator. */
    public static Kernel of(Kernel whole, Collection<? extends Value> wanted, Terminator end, Type result) {
        return new KernelSlice(whole).kernel(wanted, List.of(), end, result);
    }

    private Kernel kernel(Collection<? extends Value> wanted, Collection<Counted> loops, Terminator end, Type result) {
        Deque<Value> left = new ArrayDeque<>(wanted);
        Map<Integer, Counted> kept = new HashMap<>();
        for (Counted loop : loops) {
            if (loop.body().instructions().stream().anyMatch(wanted::contains)) {
                kept.put(loop.header().id(), loop);
                left.addAll(List.of(loop.condition(), loop.begin(), loop.next()));
            }
        }
        while (!left.isEmpty()) {
            Value value = left.remove();
            if (needed.add(value) && value instanceof Instruction at) {
                left.addAll(at.operands());
            }
        }
        for (Block block : region.blocks()) {
            Counted loop = kept.get(block.id());
            if (loop != null) {
                add(loop);
            } else if (flow.innermostLoop(block.id()) == null) {
                straight.addAll(neededOf(block));
            }
        }
        add(List.of(), straight, end);
        return Verifier.verified(whole.with(blocks, result, whole.valueCount()));
    }

    private List<Instruction> neededOf(Block block) {
        return block.instructions().stream().filter(needed::contains).toList();
    }

    /** Adds the preheader, the header and the body of a loop; the next block is the exit. */
    private void add(Counted loop) {
        int header = blocks.size() + 1;
        Terminator.Branch branch = (Terminator.Branch) loop.header().terminator();
        Edge again = new Edge(header + 1, List.of());
        Edge behind = new Edge(header + 2, List.of());
        boolean goesOn = branch.whenTrue().target() == loop.body().id();
        Edge first = new Edge(header, List.of(loop.begin()));
        add(List.of(), straight, new Terminator.Jump(first, branch.position()));
        add(
                List.of(loop.counter()),
                neededOf(loop.header()),
                new Terminator.Branch(
                        branch.condition(), goesOn ? again : behind, goesOn ? behind : again, branch.position()));
        Edge back = new Edge(header, List.of(loop.next()));
        add(List.of(), neededOf(loop.body()), new Terminator.Jump(back, branch.position()));
        straight = new ArrayList<>();
    }

    private void add(List<Argument> arguments, List<Instruction> instructions, Terminator end) {
        List<Argument> all = blocks.isEmpty() ? region.arguments() : arguments;
        blocks.add(new Block(blocks.size(), all, instructions, end));
    }
}
