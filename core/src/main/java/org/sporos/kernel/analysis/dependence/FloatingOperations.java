package org.sporos.kernel.analysis.dependence;

import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.analysis.interval.Proofs;
import org.sporos.kernel.ir.AtomicKind;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;

/**
 * Counts the floating-point operations of all items of a kernel. An addition, subtraction, multiplication, division,
 * remainder, square root or rounded function counts one, a fused multiply-add two; comparisons, minima, conversions and
 * sign changes none. Excludes operations under a data-dependent condition or in a loop of unknown trip count. Used
 * once.
 */
final class FloatingOperations {
    private final Proofs proofs;
    private final LoopNest loops;
    private final ConditionSolver conditions;
    private long count;
    private boolean isExact;

    private FloatingOperations(Kernel kernel, Binding binding, IterationSpace launch, Proofs proofs) {
        this.proofs = proofs;
        this.loops = new LoopNest(kernel);
        ValueDependences dependences = new ValueDependences(kernel, binding, loops);
        this.conditions = new ConditionSolver(new AffineForms(kernel, proofs, loops, dependences));
        this.isExact = !launch.isTeams() || launch.teamSize().isSingle();
        isExact &= launch.items() != IterationSpace.Items.SUBSET;
    }

    static OperationCount of(Kernel kernel, Binding binding, IterationSpace launch, Proofs proofs) {
        if (launch.isEmpty()) {
            return OperationCount.NONE;
        }
        FloatingOperations counted = new FloatingOperations(kernel, binding, launch, proofs);
        counted.region(kernel.body(), AccessAnalysis.entry(launch));
        return new OperationCount(counted.count, counted.isExact);
    }

    private void region(Region region, IterationDomain entry) {
        IterationDomains domains = new IterationDomains(region, loops, proofs, conditions, entry);
        for (Block block : region.blocks()) {
            if (proofs.isReached(block)) {
                IterationDomain execution = domains.of(block);
                add(operations(block), execution);
                block.instructions().forEach(i -> nested(i, execution));
            }
        }
    }

    private void nested(Instruction i, IterationDomain execution) {
        for (Region region : i.regions()) {
            if (i.op() instanceof Op.Single) {
                region(region, execution.with(Symbol.member(), Interval.of(0)));
                continue;
            }
            // Excludes the operations that combine partial results of a reduction or scan.
            isExact &= !((i.op() instanceof Op.Reduce || i.op() instanceof Op.Scan)
                    && i.type().isFloating());
            Interval iterations = proofs.interval(i.operand(0));
            boolean isKnown = iterations.isSingle() && iterations.low() > 0;
            Symbol index = Symbol.of(Symbol.Kind.RANGE, i.region().arguments().get(0));
            // The members of a team share the indexes; the lanes of one member do not.
            IterationDomain around = Op.isVector(i.op()) ? execution : execution.without(Symbol.member());
            region(
                    region,
                    isKnown ? around.with(index, new Interval(0, iterations.low() - 1)) : IterationDomain.UNKNOWN);
        }
    }

    private void add(long operations, IterationDomain execution) {
        if (operations == 0) {
            return;
        }
        if (!execution.certain()) {
            isExact = false;
            return;
        }
        try {
            long all = operations;
            for (Interval range : execution.box().values()) {
                all = range.isEmpty()
                        ? 0
                        : Math.multiplyExact(all, Math.addExact(Math.subtractExact(range.high(), range.low()), 1));
            }
            count = Math.addExact(count, all);
        } catch (ArithmeticException e) {
            isExact = false;
        }
    }

    private static long operations(Block block) {
        long operations = 0;
        for (Instruction i : block.instructions()) {
            operations += operations(i);
        }
        return operations;
    }

    private static int operations(Instruction i) {
        if (!i.type().isFloating()) {
            return 0;
        }
        if (i.op() instanceof Binary) {
            return 1;
        } else if (i.op() instanceof MathFunction function) {
            boolean isRounded = function == MathFunction.SQRT || !function.isExact();
            return function == MathFunction.FMA ? 2 : isRounded ? 1 : 0;
        }
        return i.op() instanceof Op.Atomic atomic && atomic.kind() == AtomicKind.ADD ? 1 : 0;
    }
}
