package org.sporos.kernel.analysis.interval;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.sporos.kernel.analysis.interval.IntervalMath.Outcome;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;

/** The fixed point of the intervals of a region. Nested regions are last: they do not affect values around them. */
final class RegionIntervals {
    private static final int SWEEPS_BEFORE_WIDENING = 2;
    private static final int NARROWING_SWEEPS = 3;

    private final Region region;
    private final Transfer transfer;
    private final Refiner refiner;
    private final long[] thresholds;
    private final Proofs proofs;
    private final ControlFlow flow;
    private final List<Bounds> entries = new ArrayList<>();
    /** The bounds at the end of each edge of each block. */
    private final List<List<Bounds>> exits = new ArrayList<>();

    private final List<List<Incoming>> incoming = new ArrayList<>();
    private final List<List<Induction>> inductions = new ArrayList<>();
    /** The evaluated blocks, and the instructions proven in the latest evaluation. */
    private final BitSet evaluated = new BitSet();

    private final BitSet proven = new BitSet();
    private boolean arraysGrew;

    /** An edge into a block. */
    private record Incoming(int from, int edge) {}

    RegionIntervals(Region region, Transfer transfer, Refiner refiner, long[] thresholds, Proofs proofs) {
        this.region = region;
        this.transfer = transfer;
        this.refiner = refiner;
        this.thresholds = thresholds;
        this.proofs = proofs;
        this.flow = ControlFlow.of(region);
    }

    void run(Bounds entry) {
        Bounds nothing = entry.copy();
        nothing.setUnreachable();
        for (Block block : region.blocks()) {
            entries.add(block.id() == 0 ? entry : nothing);
            exits.add(new ArrayList<>());
            inductions.add(List.of());
            incoming.add(new ArrayList<>());
            for (int k = block.terminator().edges().size(); k > 0; k--) {
                exits.get(block.id()).add(nothing);
            }
        }
        for (Block block : region.blocks()) {
            List<Edge> edges = block.terminator().edges();
            for (int k = 0; k < edges.size(); k++) {
                incoming.get(edges.get(k).target()).add(new Incoming(block.id(), k));
            }
        }
        int sweep = 0;
        while (sweep(sweep >= SWEEPS_BEFORE_WIDENING, false)) {
            sweep++;
            if (arraysGrew) {
                // Loads from arrays are outdated.
                arraysGrew = false;
                evaluated.clear();
            }
        }
        narrow();
        for (Block block : region.blocks()) {
            record(block);
        }
    }

    private void narrow() {
        boolean loops = !flow.loops().isEmpty();
        for (int k = 0; k < NARROWING_SWEEPS && loops; k++) {
            sweep(false, true);
        }
        for (ControlFlow.Loop loop : flow.loops()) {
            List<Induction> found = inductions(loop);
            inductions.set(loop.header(), found);
            found.forEach(refiner::add);
        }
        for (int k = 0; k < NARROWING_SWEEPS && loops; k++) {
            sweep(false, true);
        }
    }

    private List<Induction> inductions(ControlFlow.Loop loop) {
        int header = loop.header();
        List<Induction.HeaderEdge> edges = new ArrayList<>();
        for (Incoming in : incoming.get(header)) {
            Edge edge = region.block(in.from).terminator().edges().get(in.edge);
            edges.add(new Induction.HeaderEdge(loop.contains(in.from), edge, carried(in)));
        }
        return Induction.of(region.block(header), entries.get(header), edges, at -> proven.get(at.id()));
    }

    private Bounds carried(Incoming in) {
        return exits.get(in.from).get(in.edge);
    }

    /** Evaluates changed blocks once; returns whether there were any. */
    private boolean sweep(boolean widen, boolean narrow) {
        boolean changed = false;
        for (Block block : region.blocks()) {
            boolean first = !evaluated.get(block.id());
            if (block.id() > 0 && !updateEntry(block, widen, narrow) && !first && !narrow) {
                continue;
            }
            if (block.id() > 0 || first) {
                evaluated.set(block.id());
                computeExits(block);
                changed = true;
            }
        }
        return changed;
    }

    /** Joins the incoming edges of a block; returns whether its entry bounds changed. */
    private boolean updateEntry(Block block, boolean widen, boolean narrow) {
        Bounds before = entries.get(block.id());
        Bounds now = joined(block);
        boolean header = flow.predecessors(block.id()).stream().anyMatch(from -> from >= block.id());
        if (header && !narrow) {
            // Monotone, for termination: refinement by conditions could oscillate between iterations.
            now.join(before);
            if (widen && before.isReachable()) {
                now.widen(before, thresholds);
            }
        }
        entries.set(block.id(), now);
        return !now.isSame(before);
    }

    private Bounds joined(Block block) {
        Bounds now = Bounds.unreached(entries.get(0).size());
        for (Incoming in : incoming.get(block.id())) {
            now.join(carried(in));
        }
        for (Induction induction : inductions.get(block.id())) {
            if (now.isReachable()) {
                refiner.narrow(induction.follower(), induction.followerAt(now.of(induction.counter())), now, 0);
            }
        }
        return now;
    }

    /** Computes the bounds of the outgoing edges of a block. */
    private void computeExits(Block block) {
        Bounds bounds = entries.get(block.id()).copy();
        if (bounds.isReachable()) {
            for (Instruction instruction : block.instructions()) {
                Outcome outcome = evaluate(instruction, bounds);
                bounds.set(instruction, outcome.value());
                proven.set(instruction.id(), outcome.proven());
                if (instruction.op() instanceof Op.ArrayStore store) {
                    arraysGrew |= transfer.arrays().store(store.array(), bounds.of(instruction.operand(1)));
                }
            }
        }
        List<Edge> edges = block.terminator().edges();
        for (int k = 0; k < edges.size(); k++) {
            Bounds carried = bounds.copy();
            if (carried.isReachable()) {
                refine(block.terminator(), k, carried);
            }
            if (carried.isReachable()) {
                passArguments(edges.get(k), carried);
            }
            exits.get(block.id()).set(k, carried);
        }
    }

    private void passArguments(Edge edge, Bounds carried) {
        List<Argument> arguments = region.block(edge.target()).arguments();
        Interval[] passed = new Interval[arguments.size()];
        for (int k = 0; k < passed.length; k++) {
            passed[k] = carried.of(edge.arguments().get(k));
        }
        for (int k = 0; k < passed.length; k++) {
            carried.set(arguments.get(k), passed[k]);
        }
    }

    /** Refines by the condition of an outgoing edge. */
    private void refine(Terminator end, int edge, Bounds bounds) {
        if (end instanceof Terminator.Branch branch) {
            refiner.assume(branch.condition(), edge == 0, bounds);
        } else if (end instanceof Terminator.Switch choice && bounds.isKnown(choice.value())) {
            if (edge < choice.keys().size()) {
                refiner.narrow(choice.value(), Interval.of(choice.keys().get(edge)), bounds, 0);
            } else {
                // Only keys at the bounds can be excluded, in ascending and descending order.
                choice.keys().forEach(key -> exclude(choice.value(), key, bounds));
                for (int k = choice.keys().size() - 1; k >= 0; k--) {
                    exclude(choice.value(), choice.keys().get(k), bounds);
                }
            }
        }
    }

    private void exclude(Value value, int key, Bounds bounds) {
        if (bounds.isReachable()) {
            Interval left = IntervalComparison.refineLeft(Compare.NE, bounds.of(value), Interval.of(key));
            refiner.narrow(value, left, bounds, 0);
        }
    }

    private Outcome evaluate(Instruction instruction, Bounds bounds) {
        return instruction.op() instanceof Op.Select
                ? Transfer.known(select(instruction, bounds))
                : transfer.outcome(instruction, bounds);
    }

    /** Returns the join of both sides, each refined by its condition. */
    private Interval select(Instruction instruction, Bounds bounds) {
        if (!instruction.type().isInteger() && instruction.type() != Type.BOOL) {
            return Interval.LONGS;
        }
        Interval both = Interval.NONE;
        for (int side = 0; side < 2; side++) {
            Bounds assumed = bounds.copy();
            refiner.assume(instruction.operand(0), side == 0, assumed);
            if (assumed.isReachable()) {
                both = both.join(assumed.of(instruction.operand(1 + side)));
            }
        }
        return both;
    }

    private void record(Block block) {
        Bounds bounds = entries.get(block.id()).copy();
        proofs.enter(block, entries.get(block.id()));
        if (!bounds.isReachable()) {
            return;
        }
        for (Argument argument : block.arguments()) {
            proofs.define(argument, bounds.of(argument));
        }
        for (Instruction instruction : block.instructions()) {
            Outcome outcome = evaluate(instruction, bounds);
            bounds.set(instruction, outcome.value());
            proofs.define(instruction, outcome.value());
            proofs.reach(instruction, proof(instruction, outcome, bounds));
            nested(instruction, bounds);
        }
        for (Edge edge : block.terminator().edges()) {
            if (edge.target() > 0 && incoming.get(edge.target()).size() == 1) {
                unguarded(region.block(edge.target()), bounds.copy());
            }
        }
    }

    /** Records the proofs of a block that hold without its guard. */
    private void unguarded(Block block, Bounds bounds) {
        for (Instruction instruction : block.instructions()) {
            Outcome outcome = evaluate(instruction, bounds);
            bounds.set(instruction, outcome.value());
            if (proof(instruction, outcome, bounds)) {
                proofs.unguard(instruction);
            }
        }
    }

    private void nested(Instruction instruction, Bounds bounds) {
        for (Region nested : instruction.regions()) {
            Bounds entry = bounds.copy();
            for (Argument argument : nested.arguments()) {
                entry.set(argument, Interval.ofType(argument.type()));
            }
            if (!nested.arguments().isEmpty()) {
                Interval indexes = new Interval(0, bounds.high(instruction.operand(0)) - 1);
                entry.set(nested.arguments().get(0), indexes);
                if (indexes.isEmpty()) {
                    entry.setUnreachable();
                }
            }
            new RegionIntervals(nested, transfer, refiner, thresholds, proofs).run(entry);
        }
    }

    private boolean proof(Instruction instruction, Outcome outcome, Bounds bounds) {
        return ProofCount.isAccess(instruction) ? isInBounds(instruction, bounds) : outcome.proven();
    }

    private boolean isInBounds(Instruction access, Bounds bounds) {
        Op op = access.op();
        if (op instanceof Op.ArrayLoad load) {
            return bounds.of(access.operand(0))
                    .isIn(new Interval(0, load.array().length() - 1L));
        } else if (op instanceof Op.ArrayStore store) {
            return bounds.of(access.operand(0))
                    .isIn(new Interval(0, store.array().length() - 1L));
        }
        if (op instanceof Op.Check check) {
            return bounds.of(access.operand(0)).isIn(new Interval(0, check.bound() - 1L));
        }
        ViewRef view = op instanceof Op.Load load
                ? load.view()
                : op instanceof Op.Store store ? store.view() : ((Op.Atomic) op).view();
        for (int d = 0; d < view.rank(); d++) {
            Interval index = bounds.of(access.operand(d));
            if (!index.isIn(new Interval(0, transfer.extent(view, d).low() - 1))) {
                return false;
            }
        }
        return true;
    }
}
