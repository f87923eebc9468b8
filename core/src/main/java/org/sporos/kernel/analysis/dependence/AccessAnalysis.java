package org.sporos.kernel.analysis.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.analysis.AffineExpr;
import org.sporos.kernel.analysis.dependence.KernelAccess.Kind;
import org.sporos.kernel.analysis.dependence.KernelAccess.Nest;
import org.sporos.kernel.analysis.dependence.KernelAccess.Shape;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.analysis.interval.Proofs;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.ViewRef;

/** Collects the accesses of a kernel to captured views, with their indexes and iteration domains. Not thread-safe. */
final class AccessAnalysis {
    private final Kernel kernel;
    private final IterationSpace launch;
    private final Proofs proofs;
    private final LoopNest loops;
    private final ValueDependences dependences;
    private final AffineForms forms;
    private final ConditionSolver conditions;
    private final List<KernelAccess> found = new ArrayList<>();
    private final List<Division> divisions = new ArrayList<>();
    private boolean hasBarrier;

    /** An integer division without a proof of safety, with its iteration domain. */
    record Division(Instruction instruction, @Nullable AffineExpr<Symbol> divisor, IterationDomain execution) {}

    AccessAnalysis(Kernel kernel, Binding binding, IterationSpace launch, Proofs proofs) {
        this.kernel = kernel;
        this.launch = launch;
        this.proofs = proofs;
        this.loops = new LoopNest(kernel);
        this.dependences = new ValueDependences(kernel, binding, loops);
        this.forms = new AffineForms(kernel, proofs, loops, dependences);
        this.conditions = new ConditionSolver(forms);
        region(kernel.body(), entry(launch), Nest.NONE);
    }

    List<KernelAccess> accesses() {
        return found;
    }

    List<Division> divisions() {
        return divisions;
    }

    /** Returns whether the kernel has a team barrier. */
    boolean hasBarrier() {
        return hasBarrier;
    }

    ValueDependences dependences() {
        return dependences;
    }

    LoopNest loops() {
        return loops;
    }

    /** Returns the iteration domain of the entry block. */
    static IterationDomain entry(IterationSpace launch) {
        Map<Symbol, Interval> box = new TreeMap<>();
        boolean all =
                launch.items() == IterationSpace.Items.RANGE || launch.items() == IterationSpace.Items.PERMUTATION;
        for (int d = 0; d < launch.indexes().size() && all; d++) {
            box.put(Symbol.item(d), launch.indexes().get(d));
        }
        if (launch.isTeams()) {
            box.put(Symbol.item(0), launch.league());
            if (launch.teamSize().isSingle()) {
                box.put(Symbol.member(), launch.team());
            }
        }
        return new IterationDomain(!launch.isEmpty() && launch.items() != IterationSpace.Items.DYNAMIC, box);
    }

    private void region(Region region, IterationDomain entry, Nest nest) {
        IterationDomains executions = new IterationDomains(region, loops, proofs, conditions, entry);
        for (Block block : region.blocks()) {
            if (proofs.isReached(block)) {
                for (Instruction i : block.instructions()) {
                    instruction(i, block, executions.of(block), nest);
                }
            }
        }
    }

    private void instruction(Instruction i, Block block, IterationDomain execution, Nest nest) {
        Op op = i.op();
        if (op instanceof Op.Load load && load.view() instanceof ViewRef.Captured view) {
            access(i, view, Kind.READ, block, execution, nest);
        } else if (op instanceof Op.Store store && store.view() instanceof ViewRef.Captured view) {
            access(i, view, Kind.WRITE, block, execution, nest);
        } else if (op instanceof Op.Atomic atomic && atomic.view() instanceof ViewRef.Captured view) {
            access(i, view, Kind.ATOMIC, block, execution, nest);
        } else if (i.isDivision() && !proofs.isExact(i)) {
            divisions.add(new Division(i, forms.of(i.operand(1)), execution));
        }
        hasBarrier |= op instanceof Op.Barrier
                || op instanceof Op.Single
                || (op instanceof Op.Reduce || op instanceof Op.Scan) && !Op.isVector(op);
        for (Region nested : i.regions()) {
            nested(i, nested, execution, nest);
        }
    }

    private void nested(Instruction i, Region nested, IterationDomain execution, Nest nest) {
        if (i.op() instanceof Op.Single) {
            IterationDomain first =
                    new IterationDomain(execution.certain(), execution.box()).with(Symbol.member(), Interval.of(0));
            region(nested, first, new Nest(nest.ranges(), true));
            return;
        }
        Value argument = i.region().arguments().get(0);
        Interval count = proofs.interval(i.operand(0));
        IterationDomain inside = execution;
        if (count.isSingle() && count.low() > 0) {
            Symbol symbol = Symbol.of(Symbol.Kind.RANGE, argument);
            inside = execution.with(symbol, new Interval(0, count.low() - 1));
        }
        List<Instruction> ranges = new ArrayList<>(nest.ranges());
        ranges.add(i);
        region(nested, inside, new Nest(List.copyOf(ranges), nest.single()));
    }

    private void access(
            Instruction i, ViewRef.Captured view, Kind kind, Block block, IterationDomain execution, Nest nest) {
        List<@Nullable AffineExpr<Symbol>> indexes = new ArrayList<>();
        List<Interval> reach = new ArrayList<>();
        boolean known = true;
        Map<Symbol, Interval> ranges = new TreeMap<>();
        for (int d = 0; d < view.rank(); d++) {
            Value index = i.operand(d);
            AffineExpr<Symbol> form = forms.of(index);
            indexes.add(form);
            reach.add(reach(index, block));
            known &= form != null && execution.bounds(form);
            if (form != null) {
                for (Symbol symbol : form.unknowns()) {
                    ranges.put(symbol, range(symbol, block, execution));
                }
            }
        }
        boolean certain = known && (view.rank() > 0 || execution.certain());
        addItems(ranges, block, execution, nest);
        Shape shape = shape(indexes, i, view.rank());
        boolean executed = execution.certain();
        found.add(new KernelAccess(i, view.index(), kind, shape, indexes, reach, ranges, executed, certain, nest));
    }

    private Interval reach(Value index, Block block) {
        Interval defined = proofs.interval(index);
        Interval here = proofs.interval(index, block);
        return here.isEmpty() ? defined : defined.meet(here);
    }

    /** Adds the ranges of all item indexes, even if no index depends on them. */
    private void addItems(Map<Symbol, Interval> ranges, Block block, IterationDomain execution, Nest nest) {
        for (int d = 0; d < Math.max(launch.indexes().size(), launch.isTeams() ? 1 : 0); d++) {
            Symbol item = Symbol.item(d);
            ranges.put(item, range(item, block, execution));
        }
        if (launch.isTeams()) {
            ranges.put(Symbol.member(), range(Symbol.member(), block, execution));
        }
        for (Instruction range : nest.ranges()) {
            Symbol index =
                    Symbol.of(Symbol.Kind.RANGE, range.region().arguments().get(0));
            Interval count = proofs.interval(range.operand(0));
            Interval exact = execution.of(index);
            ranges.put(index, exact != null ? exact : new Interval(0, Math.max(0, count.high() - 1)));
        }
    }

    /** Returns the range of a symbol in a block. */
    private Interval range(Symbol symbol, Block block, IterationDomain execution) {
        Interval exact = execution.of(symbol);
        if (exact != null) {
            return exact;
        }
        return switch (symbol.kind()) {
            case ITEM ->
                launch.isTeams()
                        ? launch.league()
                        : reach(kernel.body().arguments().get(symbol.key()), block);
            case MEMBER -> launch.team();
            case RANGE, ITERATION, UNIFORM, QUOTIENT -> forms.range(symbol, block);
        };
    }

    private Shape shape(List<@Nullable AffineExpr<Symbol>> indexes, Instruction i, int rank) {
        int depends = 0;
        for (int d = 0; d < rank; d++) {
            depends |= dependences.of(i.operand(d));
        }
        boolean affine = true;
        for (AffineExpr<Symbol> form : indexes) {
            affine &= form != null && !Symbol.Kind.QUOTIENT.isIn(form);
        }
        if (!affine) {
            boolean indirect = (depends & ValueDependences.MEMORY) != 0;
            boolean perItem = (depends & ValueDependences.ITEM) != 0;
            return indirect ? Shape.INDIRECT : perItem ? Shape.COMPUTED : Shape.UNIFORM;
        }
        boolean uniform = true;
        boolean inOrder = rank == Math.max(1, launch.indexes().size());
        boolean offset = false;
        for (int d = 0; d < rank; d++) {
            AffineExpr<Symbol> form = java.util.Objects.requireNonNull(indexes.get(d));
            uniform &= !Symbol.Kind.ITEM.isIn(form) && !Symbol.Kind.MEMBER.isIn(form) && !Symbol.Kind.RANGE.isIn(form);
            inOrder &= Symbol.item(d).equals(form.only()) && form.factor(Symbol.item(d)) == 1;
            offset |= form.constant() != 0;
        }
        return uniform ? Shape.UNIFORM : !inOrder ? Shape.STRIDED : offset ? Shape.AT_OFFSET : Shape.AT_INDEX;
    }
}
