package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.analysis.Uses;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Binary;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.Compare;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Conversion;
import org.sporos.kernel.ir.Edge;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.MathFunction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Terminator;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Unary;
import org.sporos.kernel.ir.Value;
import org.sporos.kernel.ir.ViewRef;

/**
 * A loop inside of a body on the host whose passes do something only where a condition on numbers is true, which a core
 * would mispredict, such as the sum over the neighbours of a particle that are near enough. It is distributed over
 * strips of its passes: what the condition needs is computed for all passes of a strip, so that a compiler makes
 * vectors of it, and kept in arrays; then the passes with a true condition are listed without a branch; then these are
 * done, in their order (loop distribution with strip mining and scalar expansion: D. Kuck and others, "Dependence
 * graphs and compiler optimizations", 1981).
 *
 * <p>The indexes of checked loads are looked at before a strip. If one of them is outside, the strip and all behind it
 * are done by the loop as it is, which also does loops of few passes, the last ones, and those behind a strip in which
 * a core would have foreseen the condition.
 *
 * @param header its first block, which compares
 * @param counter what is counted, an argument of the header
 * @param bound what it stays below
 * @param pass the edge into the first block of a pass
 * @param conditions how many branches a pass begins with, which all must go on
 * @param all what it consists of
 * @param arguments what its blocks are given
 * @param ahead what is computed for a strip, in an order in which it can be
 * @param counted the checked loads among them at the counter
 * @param gathers the other checked loads among them
 */
record LoopDistribution(
        Block header,
        Argument counter,
        Value bound,
        Edge pass,
        int conditions,
        Set<Instruction> all,
        Set<Argument> arguments,
        Set<Instruction> ahead,
        Set<Instruction> counted,
        Set<Instruction> gathers) {
    /** Returns how a loop of a region is distributed over strips, or null if it is not. */
    static @Nullable LoopDistribution of(Body body, Region region, ControlFlow flow, ControlFlow.Loop loop) {
        return HostShape.isShort(LoopInfo.of(region, loop)) ? null : search(body, region, flow, loop);
    }

    /**
     * Returns how a loop of a few passes, a constant number, is split in two, or null if it is not: into divisions and
     * roots with what they need, of which a compiler makes vectors, and the rest, which branches.
     */
    static @Nullable LoopDistribution ofFew(Body body, Region region, ControlFlow flow, ControlFlow.Loop loop) {
        return HostShape.isShort(LoopInfo.of(region, loop)) ? search(body, region, flow, loop) : null;
    }

    private static @Nullable LoopDistribution search(
            Body body, Region region, ControlFlow flow, ControlFlow.Loop loop) {
        boolean isInnermost = flow.loops().stream()
                .noneMatch(other -> other.header() != loop.header() && loop.contains(other.header()));
        boolean isWanted = body.options.hoists() && flow.isReducible() && isInnermost && !loop.contains(0);
        return isWanted && !body.isTeam() && loop.latches().size() == 1
                ? new Search(body, region, flow, loop).found()
                : null;
    }

    /** The look at one loop. */
    private static final class Search {
        private final Body body;
        private final Region region;
        private final ControlFlow flow;
        private final LoopInfo info;
        private final Block header;
        private final Block latch;
        private final boolean isFew;
        private final Set<Instruction> inLoop = new LinkedHashSet<>();
        private final Set<Argument> arguments = new LinkedHashSet<>();
        private final Set<Instruction> ahead = new LinkedHashSet<>();
        private final Set<Instruction> counted = new LinkedHashSet<>();
        private final Set<Instruction> gathers = new LinkedHashSet<>();

        Search(Body body, Region region, ControlFlow flow, ControlFlow.Loop loop) {
            this.body = body;
            this.region = region;
            this.flow = flow;
            this.info = LoopInfo.of(region, loop);
            this.header = info.header();
            this.latch = region.block(loop.latches().get(0));
            this.isFew = HostShape.isShort(info);
            info.blocks().forEach(block -> {
                inLoop.addAll(block.instructions());
                arguments.addAll(block.arguments());
            });
        }

        @Nullable
        LoopDistribution found() {
            LoopInfo.Test test = info.test();
            Argument counter = info.counter();
            Value next = counter == null ? null : info.next(counter);
            if (test == null
                    || counter == null
                    || next == null
                    || test.stays() != Compare.LT
                    || counter.type() != Type.I32
                    || !(latch.terminator() instanceof Terminator.Jump)
                    || !info.exitsFromHeaderAlone()
                    || !header.instructions().stream().allMatch(body.inlining::isInlined)
                    || !isKept(test.right())
                    || !info.countsUp(counter)
                    || inLoop.stream().anyMatch(at -> at.operands().contains(next))) {
                return null;
            }
            // Blocks are in reverse postorder: what an instruction needs comes before it.
            for (Block block : info.blocks()) {
                block.instructions().stream()
                        .filter(at -> block != header && at != next && isOfStrip(block, at, counter))
                        .forEach(ahead::add);
            }
            List<Value> conditions = isFew ? List.of() : conditions(test.inside(), next);
            keep(isFew ? numbers() : conditions);
            boolean gains = isFew ? divides() && isFromZero(info) : gains();
            return gains
                    ? new LoopDistribution(
                            header,
                            counter,
                            test.right(),
                            test.inside(),
                            conditions.size(),
                            inLoop,
                            arguments,
                            ahead,
                            counted,
                            gathers)
                    : null;
        }

        private List<Value> numbers() {
            return ahead.stream()
                    .filter(at -> at.type().isFloating())
                    .map(Value.class::cast)
                    .toList();
        }

        /** Returns whether there is a branch, without which a compiler makes vectors of all, and a long operation. */
        private boolean divides() {
            boolean branches = info.blocks().size() > 2;
            return branches && ahead.stream().anyMatch(at -> at.op() == Binary.DIV || at.op() == MathFunction.SQRT);
        }

        private static boolean isFromZero(LoopInfo loop) {
            Argument counter = loop.counter();
            Long start = counter == null ? null : loop.literalStart(counter);
            Long count = loop.tripCount();
            return start != null && start == 0 && count != null && count > 1;
        }

        /** Returns the conditions of the branches that a pass begins with, which end it if they do not go on. */
        private List<Value> conditions(Edge pass, Value next) {
            List<Value> conditions = new ArrayList<>();
            boolean isBare = latch.instructions().stream().allMatch(at -> at == next || Uses.isAtom(at));
            Block at = region.block(pass.target());
            while (isBare
                    && at.terminator() instanceof Terminator.Branch branch
                    && ahead.contains(branch.condition())
                    && flow.predecessors(at.id()).size() == 1
                    && at.instructions().stream().allMatch(of -> ahead.contains(of) || Uses.isAtom(of))) {
                boolean whenTrue = branch.whenFalse().target() == latch.id();
                if (!whenTrue && branch.whenTrue().target() != latch.id()) {
                    break;
                }
                conditions.add(branch.condition());
                at = region.block((whenTrue ? branch.whenTrue() : branch.whenFalse()).target());
            }
            return conditions;
        }

        /** Computes nothing for a strip but what the conditions need. */
        private void keep(List<Value> conditions) {
            Set<Value> needed = new LinkedHashSet<>(conditions);
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

        /** Returns whether a value is the same in each pass. */
        private boolean isKept(Value value) {
            if (!isOfLoop(value)) {
                return true;
            }
            boolean isOfHeader =
                    value instanceof Instruction at && header.instructions().contains(at);
            return isOfHeader && isKept((Instruction) value);
        }

        private boolean isKept(Instruction at) {
            boolean isSame =
                    at.op() instanceof Op.Load ? body.isConstant(at) && !body.checks.isChecked(at) : at.isPure();
            return isSame && at.operands().stream().allMatch(this::isKept);
        }

        private boolean isOfLoop(Value value) {
            return value instanceof Instruction at
                    ? inLoop.contains(at) && !Uses.isAtom(at)
                    : arguments.contains(value);
        }

        /** Returns whether an instruction needs nothing from the pass before, and may be done whatever else happens. */
        private boolean isOfStrip(Block block, Instruction at, Argument counter) {
            boolean isShared = body.isShared(at) && !body.inlining.isInlined(at);
            boolean isKnown =
                    at.operands().stream().allMatch(of -> of == counter || ahead.contains(of) || !isOfLoop(of));
            boolean isAlways = flow.dominates(block.id(), latch.id());
            boolean isDone = isAlways || !isFew && isBehindOneBranch(block);
            if (Uses.isAtom(at) || isShared || !isKnown || !isDone) {
                return false;
            } else if (at.op() instanceof Op.Load) {
                return isLoadOfStrip(at, counter, isAlways);
            }
            boolean isTotal = !at.type().isInteger() || !body.checks.cannotOverflow(at) || body.checks.isUnguarded(at);
            return isVector(at) && (isAlways || isTotal);
        }

        private boolean isBehindOneBranch(Block block) {
            return flow.predecessors(block.id()).size() == 1
                    && flow.dominates(flow.predecessors(block.id()).get(0), latch.id());
        }

        private boolean isLoadOfStrip(Instruction load, Argument counter, boolean isAlways) {
            if (!(CheckedAccesses.viewOf(load.op()) instanceof ViewRef.Captured ref) || !body.isConstant(load)) {
                return false;
            } else if (!body.checks.isChecked(load)) {
                return isAlways || body.checks.isUnguarded(load);
            } else if (isFew || !CountedLoop.canBeTried(body, load)) {
                return false;
            } else if (load.operand(0) == counter) {
                return body.isInt(ref, 0) && counted.add(load);
            }
            boolean isAsked = isIndex(load.operand(0), counter);
            if (isAsked) {
                gathers.add(load);
            }
            return isAsked;
        }

        /** Returns whether an index can be computed before any load is checked but those at the counter. */
        private boolean isIndex(Value value, Argument counter) {
            return value == counter
                    || !isOfLoop(value)
                    || value instanceof Instruction at
                            && ahead.contains(at)
                            && !at.type().isFloating()
                            && !gathers.contains(at)
                            && at.operands().stream().allMatch(of -> isIndex(of, counter));
        }

        /** Returns whether compilers make vectors of an operation. */
        private static boolean isVector(Instruction at) {
            Op op = at.op();
            if (op instanceof Binary binary) {
                boolean divides = binary == Binary.DIV || binary == Binary.REM;
                boolean shifts = binary == Binary.SHL || binary == Binary.SHR || binary == Binary.USHR;
                return at.type().isFloating() ? binary != Binary.REM : !divides && !shifts;
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
         * Returns whether a condition compares floating-point numbers that differ from pass to pass, of which some are
         * gathered: of a loop that gathers nothing a compiler makes vectors by itself.
         */
        private boolean gains() {
            return !gathers.isEmpty()
                    && ahead.stream()
                            .anyMatch(at -> at.op() instanceof Compare
                                    && at.operands().stream()
                                            .anyMatch(of -> of.type().isFloating() && ahead.contains(of)));
        }
    }

    /** Returns whether a value comes of a pass and not of a strip. */
    boolean isOfRest(Value value) {
        return value instanceof Instruction at
                ? all.contains(at) && !ahead.contains(at) && !Uses.isAtom(at)
                : value != counter && arguments.contains(value);
    }

    /** Returns what the rest leaves out: it finds conditions again, by the numbers that they compare. */
    Set<Instruction> done() {
        Set<Instruction> done = new LinkedHashSet<>(ahead);
        done.removeIf(at -> at.type() == Type.BOOL);
        return done;
    }

    /** Returns what the rest of a loop of few passes leaves out: it also computes indexes again. */
    Set<Instruction> numbers() {
        Set<Instruction> done = new LinkedHashSet<>(ahead);
        done.removeIf(at -> !at.type().isFloating());
        return done;
    }

    /** Returns what of a strip is needed for the indexes of loads, in order. */
    List<Instruction> indexes() {
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
