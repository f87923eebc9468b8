package org.sporos.kernel.cpp;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Multimaps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Edge;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Terminator;

/**
 * Writes the control flow of a region with if, switch and loops, and with goto where these do not do, by a walk over
 * the dominator tree (after Ramsey, "Beyond Relooper", 2022): what a block dominates is written inside of or behind it;
 * blocks where paths meet stand behind the branch that they meet after, in reverse postorder.
 */
final class Structurizer {
    /** The exit of a region. */
    enum Leave {
        /** By a return: the body of a function. */
        RETURN,
        /** By going on with the next pass of the loop that it is in. */
        CONTINUE,
        /** By falling out of its end. */
        FALL_OUT
    }

    /** The place behind the region. */
    private static final int END = -1;
    /** No place. */
    private static final int NOWHERE = -2;

    /** The targets that a place reaches without a goto: off the end of the text, by break, by continue. */
    private record JumpTargets(int next, int onBreak, int onContinue) {
        JumpTargets then(int block) {
            return new JumpTargets(block, onBreak, onContinue);
        }
    }

    private final Body body;
    private final Instructions instructions;
    private final Region region;
    private final Leave leave;
    private final ControlFlow flow;
    private final List<List<Integer>> children = new ArrayList<>();
    private final Set<Integer> behindLoops = new HashSet<>();
    private final Set<Integer> placed = new HashSet<>();
    private final Map<Integer, String> labels = new HashMap<>();
    private @Nullable String endLabel;
    /** The counter of a distributed loop, which its rest does not count up. */
    private @Nullable Argument without;

    Structurizer(Body body, Instructions instructions, Region region, Leave leave) {
        this.body = body;
        this.instructions = instructions;
        this.region = region;
        this.leave = leave;
        this.flow = ControlFlow.of(region);
        region.blocks().forEach(block -> children.add(new ArrayList<>()));
        for (int block = 1; block < region.blocks().size(); block++) {
            children.get(flow.immediateDominator(block)).add(block);
        }
    }

    /** Returns the statements of the region. */
    List<Stmt> statements() {
        List<Stmt> out = new ArrayList<>();
        if (body.options.isStructured() && flow.isReducible()) {
            out.addAll(tree(0, new JumpTargets(END, NOWHERE, leave == Leave.CONTINUE ? END : NOWHERE)));
            StatementCleanup.tidy(out);
        } else {
            flat(out);
        }
        if (endLabel != null) {
            out.add(new Stmt.Label(endLabel));
        }
        return out;
    }

    private void flat(List<Stmt> out) {
        for (Block block : region.blocks()) {
            if (block.id() > 0) {
                out.add(new Stmt.Label(label(block.id())));
            }
            out.addAll(instructions.of(block));
            out.addAll(end(block, new JumpTargets(NOWHERE, NOWHERE, NOWHERE)));
        }
    }

    private List<Stmt> tree(int block, JumpTargets targets) {
        List<Stmt> out = new ArrayList<>();
        ControlFlow.Loop loop = flow.loopAt(block);
        if (loop == null) {
            out.addAll(within(block, targets));
            return out;
        }
        int behind = behind(loop);
        boolean hoisted = behind >= 0
                && flow.dominates(block, behind)
                && !behindLoops.contains(behind)
                && behind != targets.next
                && behind != targets.onBreak;
        if (hoisted) {
            behindLoops.add(behind);
        }
        List<Stmt> strips = DistributedLoop.strips(body, instructions, region, flow, loop);
        FewPasses few = FewPasses.of(body, instructions, region, flow, loop);
        Stmt.Loop text = few == null ? whole(block, behind) : few.rest(() -> whole(block, behind));
        out.addAll(few == null ? strips : few.ahead());
        label(block, out);
        CountedLoop counted = strips.isEmpty() ? CountedLoop.wanted(body, region, loop) : null;
        if (counted == null) {
            out.add(text);
        } else {
            twice(counted, text, out);
        }
        if (hoisted) {
            label(behind, out);
            out.addAll(tree(behind, targets));
        } else if (behind != NOWHERE) {
            out.addAll(jump(behind, targets));
        }
        return out;
    }

    private Stmt.Loop whole(int header, int behind) {
        return new Stmt.Loop(within(header, new JumpTargets(header, behind, header)));
    }

    /** Writes a loop once without checks, for when one look says that its counter stays inside, and once as it is. */
    private void twice(CountedLoop loop, Stmt.Loop text, List<Stmt> out) {
        String end = body.names.fresh(body.variable(loop.counter()) + "_end");
        out.add(new Stmt.Define(
                Words.type(loop.bound().type()), end, instructions.expressions().use(loop.bound())));
        if (loop.others() == null || loop.others().isEmpty()) {
            List<Stmt> fast = new ArrayList<>(passes(loop, end, false));
            fast.addAll(copies(loop.exit()));
            Expr inside = loop.isInside(body, end);
            Expr likely = body.options.hoists() ? Expr.call("JAVA_SURE", inside) : inside;
            out.add(new Stmt.If(likely, fast, new ArrayList<>(List.of(text))));
        } else {
            repeated(loop, loop.others(), end, text, out);
        }
    }

    /** Writes a loop as if all loads were inside, and for when one was not, once more from the start, as it is. */
    private void repeated(CountedLoop loop, Set<Instruction> loads, String end, Stmt.Loop text, List<Stmt> out) {
        List<Stmt> again = new ArrayList<>();
        for (Argument variable : loop.variables()) {
            if (body.inlining.isUsed(variable)) {
                String type = Words.type(variable.type());
                String name = body.variable(variable);
                String first = body.names.fresh(name + "_first");
                out.add(new Stmt.Define(type, first, Expr.variable(name)));
                again.add(new Stmt.Assign(type, name, Expr.variable(first)));
            }
        }
        again.add(text);
        String inside = body.names.fresh("inside");
        out.add(new Stmt.Define("bool", inside, loop.isInside(body, end), false));
        DeferredBoundsChecks attempts = new DeferredBoundsChecks(body, loads);
        List<Stmt> fast = attempts.begin();
        body.checks.attempt(attempts.farthest());
        fast.addAll(passes(loop, end, true));
        body.checks.attempt(Map.of());
        fast.add(new Stmt.Assign("bool", inside, attempts.areInside()));
        out.add(new Stmt.If(Expr.variable(inside), fast, new ArrayList<>()));
        out.add(new Stmt.If(Expr.variable(inside), copies(loop.exit()), again));
    }

    /** Returns a loop up to a bound in a variable, all accesses at its counter taken for inside. */
    private List<Stmt> passes(CountedLoop loop, String end, boolean gathers) {
        Edge next = loop.body().terminator().edges().get(0);
        CheckedUnrolling checked = new CheckedUnrolling(body, loop);
        if (checked.fit()) {
            List<Stmt> pass = pass(loop, checked.inOrder());
            pass.addAll(copies(next, loop.counter()));
            return List.of(checked.text(end, pass));
        }
        List<Stmt> pass = pass(loop, loop.body().instructions());
        pass.addAll(copies(next));
        String counter = body.variable(loop.counter());
        Expr goesOn = Expr.binary(Expr.variable(counter), "<", Expr.RELATION, Expr.variable(end));
        return List.of(gathers ? CountedLoop.gathering(counter, end, pass) : new Stmt.While(goesOn, pass));
    }

    private List<Stmt> pass(CountedLoop loop, List<Instruction> order) {
        body.checks.assume(loop.accesses());
        List<Stmt> pass = new ArrayList<>(instructions.of(order));
        body.checks.assume(Set.of());
        return pass;
    }

    /**
     * Returns the block that a loop is left to in the first place: from its header, else from a latch, else from
     * anywhere.
     */
    private int behind(ControlFlow.Loop loop) {
        List<Integer> candidates = new ArrayList<>();
        candidates.add(loop.header());
        candidates.addAll(loop.latches());
        for (int block : loop.blocks().stream().toArray()) {
            candidates.add(block);
        }
        for (int from : candidates) {
            for (Edge edge : region.block(from).terminator().edges()) {
                if (!loop.contains(edge.target())) {
                    return edge.target();
                }
            }
        }
        return NOWHERE;
    }

    private List<Stmt> within(int id, JumpTargets targets) {
        Block block = region.block(id);
        List<Stmt> out = new ArrayList<>(instructions.of(block));
        List<Integer> meets = new ArrayList<>();
        for (int child : children.get(id)) {
            if (isMeeting(child) && !behindLoops.contains(child)) {
                meets.add(child);
            }
        }
        out.addAll(end(block, meets.isEmpty() ? targets : targets.then(meets.get(0))));
        for (int k = 0; k < meets.size(); k++) {
            label(meets.get(k), out);
            out.addAll(tree(meets.get(k), k + 1 < meets.size() ? targets.then(meets.get(k + 1)) : targets));
        }
        return out;
    }

    /** Returns whether edges from several places meet in a block; those of one switch with the same values are one. */
    private boolean isMeeting(int target) {
        Set<Object> edges = new HashSet<>();
        for (int from : new HashSet<>(flow.predecessors(target))) {
            if (from >= target && flow.dominates(target, from)) {
                continue;
            }
            Terminator end = region.block(from).terminator();
            for (Edge edge : end.edges()) {
                if (edge.target() == target) {
                    edges.add(end instanceof Terminator.Switch ? List.of(from, edge.arguments()) : new Object());
                }
            }
        }
        return edges.size() > 1;
    }

    private List<Stmt> end(Block block, JumpTargets targets) {
        Terminator end = block.terminator();
        if (end instanceof Terminator.Jump jump) {
            return follow(block, jump.edge(), targets);
        } else if (end instanceof Terminator.Branch branch) {
            Expr condition = instructions.expressions().use(branch.condition());
            IfConversion selects = IfConversion.of(body, region, flow, block, branch);
            if (selects != null) {
                return selects(selects, condition, targets);
            }
            List<Stmt> then = follow(block, branch.whenTrue(), targets);
            List<Stmt> otherwise = follow(block, branch.whenFalse(), targets);
            return List.of(new Stmt.If(condition, then, otherwise));
        } else if (end instanceof Terminator.Switch choice) {
            return List.of(cases(block, choice, targets));
        }
        return leave((Terminator.Return) end, targets);
    }

    private List<Stmt> selects(IfConversion selects, Expr condition, JumpTargets targets) {
        List<Stmt> out = new ArrayList<>();
        selects.arms().forEach(arm -> out.addAll(instructions.of(arm)));
        out.addAll(
                ParallelCopy.inOrder(selects.copies(body, region, instructions.expressions(), condition), body.names));
        out.addAll(jump(selects.target(), targets));
        return out;
    }

    private Stmt cases(Block block, Terminator.Switch end, JumpTargets targets) {
        JumpTargets inside = new JumpTargets(targets.next, targets.next, targets.onContinue);
        ListMultimap<Edge, Integer> groups =
                MultimapBuilder.linkedHashKeys().arrayListValues().build();
        for (int k = 0; k < end.keys().size(); k++) {
            if (!end.cases().get(k).equals(end.otherwise())) {
                groups.put(end.cases().get(k), end.keys().get(k));
            }
        }
        List<Stmt.Case> cases = new ArrayList<>();
        Multimaps.asMap(groups).forEach((edge, keys) -> cases.add(new Stmt.Case(keys, arm(block, edge, inside))));
        cases.add(new Stmt.Case(List.of(), arm(block, end.otherwise(), inside)));
        return new Stmt.Switch(instructions.expressions().use(end.value()), cases);
    }

    /** An arm of a switch must not fall into the next. */
    private List<Stmt> arm(Block block, Edge edge, JumpTargets targets) {
        List<Stmt> out = new ArrayList<>(follow(block, edge, targets));
        if (out.isEmpty() || !out.get(out.size() - 1).leaves()) {
            out.add(new Stmt.Break());
        }
        return out;
    }

    /**
     * Returns the statements along an edge: new values of the block's arguments, then the block itself or a jump to it.
     */
    private List<Stmt> follow(Block from, Edge edge, JumpTargets targets) {
        List<Stmt> out = new ArrayList<>(copies(edge));
        int target = edge.target();
        boolean own = body.options.isStructured()
                && flow.isReducible()
                && target > from.id()
                && flow.immediateDominator(target) == from.id()
                && !isMeeting(target)
                && !behindLoops.contains(target);
        out.addAll(own ? tree(target, targets) : jump(target, targets));
        return out;
    }

    /**
     * Returns the statements of one pass of a loop but for what is left out and for the next value of its counter, or
     * null if there is no text for it without a goto.
     */
    @Nullable
    List<Stmt> pass(LoopDistribution loop) {
        int header = loop.header().id();
        without = loop.counter();
        List<Stmt> out = new ArrayList<>(follow(loop.header(), loop.pass(), new JumpTargets(header, NOWHERE, header)));
        Set<String> gotos = new HashSet<>();
        StatementCleanup.collectGotos(out, gotos);
        StatementCleanup.dropLabels(out, gotos);
        return gotos.isEmpty() ? out : null;
    }

    private List<Stmt> copies(Edge edge) {
        return copies(edge, without);
    }

    /** Returns the new values of the arguments of a block but for one. */
    private List<Stmt> copies(Edge edge, @Nullable Argument without) {
        List<ParallelCopy.Copy> copies = new ArrayList<>();
        List<Argument> arguments = region.block(edge.target()).arguments();
        for (int k = 0; k < arguments.size(); k++) {
            Argument argument = arguments.get(k);
            if (body.inlining.isUsed(argument) && argument != without) {
                Expr value = instructions.expressions().use(edge.arguments().get(k));
                copies.add(new ParallelCopy.Copy(Words.type(argument.type()), body.variable(argument), value));
            }
        }
        return ParallelCopy.inOrder(copies, body.names);
    }

    private List<Stmt> jump(int target, JumpTargets targets) {
        if (target == targets.next) {
            return List.of();
        } else if (target == targets.onBreak) {
            return List.of(new Stmt.Break());
        } else if (target == targets.onContinue) {
            return List.of(new Stmt.Continue());
        }
        return List.of(new Stmt.Goto(label(target)));
    }

    private List<Stmt> leave(Terminator.Return end, JumpTargets targets) {
        if (leave == Leave.RETURN) {
            boolean last = end.value() == null && targets.next == END;
            Expr value = end.value() == null ? null : instructions.expressions().use(end.value());
            return last ? List.of() : List.of(new Stmt.Return(value));
        }
        return jump(END, targets);
    }

    private String label(int block) {
        if (block == END) {
            if (endLabel == null) {
                endLabel = body.names.fresh("done");
            }
            return endLabel;
        }
        return labels.computeIfAbsent(block, b -> body.names.fresh("b" + b));
    }

    /** Labels are written wherever one could be needed; those that no goto names are dropped later. */
    private void label(int block, List<Stmt> out) {
        if (placed.add(block)) {
            out.add(new Stmt.Label(label(block)));
        }
    }
}
