package org.sporos.kernel.transform;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.analysis.Uses;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;

/**
 * The instructions of an innermost counted loop that depend on no other iteration, can be speculated and can be
 * vectorized: loop distribution computes them ahead for many iterations. Used once.
 */
final class IndependentParts {
    private final LaunchedKernel kernel;
    private final RuntimeChecks checks;
    private final Region region;
    private final ControlFlow flow;
    private final LoopInfo loop;
    private final Block header;
    private final Block latch;
    private final boolean isShort;
    private final Set<Instruction> inLoop = new LinkedHashSet<>();
    private final Set<Argument> arguments = new LinkedHashSet<>();
    private final Set<Instruction> ahead = new LinkedHashSet<>();
    private final Set<Instruction> counted = new LinkedHashSet<>();
    private final Set<Instruction> gathers = new LinkedHashSet<>();

    /**
     * The distribution of a loop.
     *
     * @param counter the induction variable
     * @param latch the block with the back edge
     * @param guards the leading branches of an iteration that end it if a condition is false
     * @param ahead the instructions that run first, each after its operands
     * @param counted the checked loads among them at the counter
     * @param gathers the other checked loads among them
     */
    record Found(
            LoopInfo loop,
            Argument counter,
            Block latch,
            List<Guard> guards,
            Set<Instruction> ahead,
            Set<Instruction> counted,
            Set<Instruction> gathers) {

        /** Returns the instructions ahead whose results are stored: conditions are cheaper to compute again. */
        Set<Instruction> done() {
            Set<Instruction> done = new LinkedHashSet<>(ahead);
            done.removeIf(at -> at.type() == Type.BOOL);
            return done;
        }

        /** Returns the instructions ahead on which indexes of loads depend, in order. */
        List<Instruction> ofIndexes() {
            Set<Value> needed = new LinkedHashSet<>();
            List<Instruction> order = new ArrayList<>(ahead);
            for (int k = order.size() - 1; k >= 0; k--) {
                Instruction at = order.get(k);
                if (gathers.contains(at) || needed.contains(at)) {
                    needed.addAll(at.operands());
                }
            }
            order.removeIf(at -> gathers.contains(at) || !needed.contains(at));
            return order;
        }
    }

    /**
     * A leading branch of an iteration.
     *
     * @param entering the edge that does not end the iteration
     */
    record Guard(Block block, Value condition, boolean whenTrue, Edge entering) {}

    private IndependentParts(LaunchedKernel kernel, Region region, ControlFlow flow, ControlFlow.Loop loop) {
        this.kernel = kernel;
        this.checks = kernel.checks();
        this.region = region;
        this.flow = flow;
        this.loop = LoopInfo.of(region, loop);
        this.header = this.loop.header();
        this.latch = region.block(loop.latches().get(0));
        this.isShort = ShortLoops.isShort(this.loop);
        this.loop.blocks().forEach(block -> {
            inLoop.addAll(block.instructions());
            arguments.addAll(block.arguments());
        });
    }

    /** Returns the distribution of a loop, or null if it stays whole. */
    static @Nullable Found of(LaunchedKernel kernel, Region region, ControlFlow flow, ControlFlow.Loop loop) {
        boolean isInnermost = flow.loops().stream()
                .noneMatch(other -> other.header() != loop.header() && loop.contains(other.header()));
        boolean isCandidate = isInnermost && !loop.contains(0) && loop.latches().size() == 1;
        return isCandidate ? new IndependentParts(kernel, region, flow, loop).found() : null;
    }

    private @Nullable Found found() {
        LoopInfo.Test test = loop.test();
        Argument counter = loop.counter();
        Value next = counter == null ? null : loop.next(counter);
        if (test == null
                || counter == null
                || next == null
                || test.stays() != Compare.LT
                || counter.type() != Type.I32
                || !(latch.terminator() instanceof Terminator.Jump)
                || !loop.exitsFromHeaderAlone()
                || !header.instructions().stream().allMatch(at -> at.isPure() || isConstant(at))
                || !isInvariant(test.right())
                || !loop.countsUp(counter)
                || inLoop.stream().anyMatch(at -> at.operands().contains(next))) {
            return null;
        }
        // Blocks are in reverse postorder: operands of an instruction come before it.
        for (Block block : loop.blocks()) {
            block.instructions().stream()
                    .filter(at -> block != header && at != next && isIndependent(block, at, counter))
                    .forEach(ahead::add);
        }
        List<Guard> guards = isShort ? List.of() : guards(test.inside(), next);
        keep(isShort ? numbers() : guards.stream().map(Guard::condition).toList());
        boolean pays = isShort ? divides() && isFromZero(counter) : !guards.isEmpty() && gathersNumbers();
        return pays ? new Found(loop, counter, latch, guards, ahead, counted, gathers) : null;
    }

    private boolean isConstant(Instruction at) {
        return at.op() instanceof Op.Load load
                && load.view() instanceof ViewRef.Captured ref
                && kernel.launch().isConstant(ref)
                && !checks.isChecked(at);
    }

    private List<Value> numbers() {
        return ahead.stream()
                .filter(at -> at.type().isFloating())
                .map(Value.class::cast)
                .toList();
    }

    /**
     * Returns whether the loop has a branch, without which compilers vectorize all of it, and an operation of long
     * latency.
     */
    private boolean divides() {
        boolean branches = loop.blocks().size() > 2;
        return branches && ahead.stream().anyMatch(at -> at.op() == Binary.DIV || at.op() == MathFunction.SQRT);
    }

    private boolean isFromZero(Argument counter) {
        Long start = loop.literalStart(counter);
        Long count = loop.tripCount();
        return start != null && start == 0 && count != null && count > 1;
    }

    private List<Guard> guards(Edge first, Value next) {
        List<Guard> guards = new ArrayList<>();
        boolean isBare = latch.instructions().stream().allMatch(at -> at == next || Uses.isAtom(at));
        Block at = region.block(first.target());
        while (isBare
                && at.terminator() instanceof Terminator.Branch branch
                && at.arguments().isEmpty()
                && ahead.contains(branch.condition())
                && flow.predecessors(at.id()).size() == 1
                && at.instructions().stream().allMatch(of -> ahead.contains(of) || Uses.isAtom(of))) {
            boolean whenTrue = branch.whenFalse().target() == latch.id();
            Edge ends = whenTrue ? branch.whenFalse() : branch.whenTrue();
            Edge entering = whenTrue ? branch.whenTrue() : branch.whenFalse();
            if (ends.target() != latch.id() || entering.target() == latch.id() || !changesNothing(ends)) {
                break;
            }
            guards.add(new Guard(at, branch.condition(), whenTrue, entering));
            at = region.block(entering.target());
        }
        return guards;
    }

    /** Returns whether an iteration that ends by an edge to the latch changes only the counter. */
    private boolean changesNothing(Edge ends) {
        List<Value> back = latch.terminator().edges().get(0).arguments();
        for (int k = 0; k < back.size(); k++) {
            Argument variable = header.arguments().get(k);
            int index =
                    back.get(k) instanceof Argument passed ? latch.arguments().indexOf(passed) : -1;
            Value now = index < 0 ? back.get(k) : ends.arguments().get(index);
            if (now != variable && variable != loop.counter()) {
                return false;
            }
        }
        return true;
    }

    /** Keeps only operands of some values ahead. */
    private void keep(List<? extends Value> wanted) {
        Set<Value> needed = new LinkedHashSet<>(wanted);
        List<Instruction> order = new ArrayList<>(ahead);
        for (int k = order.size() - 1; k >= 0; k--) {
            if (needed.contains(order.get(k))) {
                needed.addAll(order.get(k).operands());
            }
        }
        ahead.retainAll(needed);
        counted.retainAll(needed);
        gathers.retainAll(needed);
    }

    /** Returns whether a value is loop-invariant. */
    private boolean isInvariant(Value value) {
        if (!isOfLoop(value)) {
            return true;
        }
        return value instanceof Instruction at
                && header.instructions().contains(at)
                && (at.isPure() || isConstant(at))
                && at.operands().stream().allMatch(this::isInvariant);
    }

    private boolean isOfLoop(Value value) {
        return value instanceof Instruction at ? inLoop.contains(at) && !Uses.isAtom(at) : arguments.contains(value);
    }

    private boolean isIndependent(Block block, Instruction at, Argument counter) {
        boolean isKnown = at.operands().stream().allMatch(of -> of == counter || ahead.contains(of) || !isOfLoop(of));
        boolean isAlways = flow.dominates(block.id(), latch.id());
        boolean isDone = isAlways || !isShort && isBehindOneBranch(block);
        if (Uses.isAtom(at) || !isKnown || !isDone) {
            return false;
        } else if (at.op() instanceof Op.Load) {
            return isIndependentLoad(at, counter, isAlways);
        }
        boolean isTotal = !at.type().isInteger()
                || !kernel.proofs().cannotOverflow(at)
                || kernel.proofs().isUnguarded(at);
        return isVector(at) && (isAlways || isTotal);
    }

    private boolean isBehindOneBranch(Block block) {
        return flow.predecessors(block.id()).size() == 1
                && flow.dominates(flow.predecessors(block.id()).get(0), latch.id());
    }

    private boolean isIndependentLoad(Instruction load, Argument counter, boolean isAlways) {
        if (!(RuntimeChecks.viewOf(load.op()) instanceof ViewRef.Captured ref)
                || !kernel.launch().isConstant(ref)) {
            return false;
        } else if (!checks.isChecked(load)) {
            return isAlways || kernel.proofs().isUnguarded(load);
        } else if (isShort || !kernel.canClamp(load)) {
            return false;
        } else if (load.operand(0) == counter) {
            return kernel.isInt(ref) && counted.add(load);
        }
        boolean isChecked = isIndex(load.operand(0), counter);
        if (isChecked) {
            gathers.add(load);
        }
        return isChecked;
    }

    /** Returns whether an index depends on no checked load except those at the counter. */
    private boolean isIndex(Value value, Argument counter) {
        return value == counter
                || !isOfLoop(value)
                || value instanceof Instruction at
                        && ahead.contains(at)
                        && !at.type().isFloating()
                        && !gathers.contains(at)
                        && at.operands().stream().allMatch(of -> isIndex(of, counter));
    }

    /** Returns whether compilers vectorize an operation. */
    private static boolean isVector(Instruction at) {
        Op op = at.op();
        if (op instanceof Binary binary) {
            boolean divides = binary == Binary.DIV || binary == Binary.REM;
            return at.type().isFloating() ? binary != Binary.REM : !divides && !binary.isShift();
        } else if (op instanceof MathFunction function) {
            return at.type().isFloating()
                    && switch (function) {
                        case ABS, MIN, MAX, SQRT, FMA, FLOOR, CEIL, RINT -> true;
                        default -> false;
                    };
        }
        return op == Unary.NEG
                || op instanceof Compare
                || op instanceof Op.Select
                || op == Conversion.I2D
                || op == Conversion.I2L
                || op == Conversion.F2D
                || op == Conversion.D2F;
    }

    /**
     * Returns whether a condition compares varying floating-point numbers and some load is gathered: compilers
     * vectorize loops without gathers.
     */
    private boolean gathersNumbers() {
        return !gathers.isEmpty()
                && ahead.stream()
                        .anyMatch(at -> at.op() instanceof Compare
                                && at.operands().stream()
                                        .anyMatch(of -> of.type().isFloating() && ahead.contains(of)));
    }
}
