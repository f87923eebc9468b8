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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Terminator;

/**
 * Structures the control flow of a region into if, switch and loops, with gotos where these do not suffice, by a walk
 * over the dominator tree (after Ramsey, "Beyond Relooper", 2022). A dominated block is nested in its dominator or
 * follows it; join points follow the branch whose paths they join, in reverse postorder.
 */
final class Structurizer {
    /** The exit of a region. */
    enum Leave {
        /** By a return: the body of a function. */
        RETURN,
        /** By continuing the enclosing loop. */
        CONTINUE,
        /** By falling through its end. */
        FALL_OUT
    }

    /** The target behind the region. */
    private static final int END = -1;
    /** No target. */
    private static final int NOWHERE = -2;

    /** The targets that a statement reaches without a goto: by falling through, by break, by continue. */
    private record JumpTargets(int next, int onBreak, int onContinue) {
        JumpTargets then(int block) {
            return new JumpTargets(block, onBreak, onContinue);
        }
    }

    private final FunctionContext body;
    private final CppExpressions expressions;
    private final Function<Block, List<Stmt>> instructions;
    private final Region region;
    private final Leave leave;
    private final ControlFlow flow;
    private final List<List<Integer>> children = new ArrayList<>();
    private final Set<Integer> behindLoops = new HashSet<>();
    private final Set<Integer> placed = new HashSet<>();
    private final Map<Integer, String> labels = new HashMap<>();
    private @Nullable String endLabel;

    /** @param instructions returns the statements of a block, without its terminator */
    Structurizer(
            FunctionContext body,
            CppExpressions expressions,
            Function<Block, List<Stmt>> instructions,
            Region region,
            Leave leave) {
        this.body = body;
        this.expressions = expressions;
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
            out.addAll(instructions.apply(block));
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
        Stmt.Loop text = whole(block, behind);
        label(block, out);
        out.add(text);
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

    /** Returns the main exit target of a loop: from its header, else from a latch, else from any block. */
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
        List<Stmt> out = new ArrayList<>(instructions.apply(block));
        List<Integer> joins = new ArrayList<>();
        for (int child : children.get(id)) {
            if (isJoin(child) && !behindLoops.contains(child)) {
                joins.add(child);
            }
        }
        out.addAll(end(block, joins.isEmpty() ? targets : targets.then(joins.get(0))));
        for (int k = 0; k < joins.size(); k++) {
            label(joins.get(k), out);
            out.addAll(tree(joins.get(k), k + 1 < joins.size() ? targets.then(joins.get(k + 1)) : targets));
        }
        return out;
    }

    /**
     * Returns whether a block is a join point of several forward edges; edges of one switch with equal arguments count
     * once.
     */
    private boolean isJoin(int target) {
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
            Expr condition = hinted(branch.hint(), expressions.use(branch.condition()));
            List<Stmt> then = follow(block, branch.whenTrue(), targets);
            List<Stmt> otherwise = follow(block, branch.whenFalse(), targets);
            return List.of(new Stmt.If(condition, then, otherwise));
        } else if (end instanceof Terminator.Switch choice) {
            return List.of(cases(block, choice, targets));
        }
        return leave((Terminator.Return) end, targets);
    }

    private static Expr hinted(Terminator.Hint hint, Expr condition) {
        return switch (hint) {
            case SURE -> Expr.call("JAVA_SURE", condition);
            case LIKELY -> Expr.call("JAVA_MOSTLY", condition);
            default -> condition;
        };
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
        return new Stmt.Switch(expressions.use(end.value()), cases);
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
                && !isJoin(target)
                && !behindLoops.contains(target);
        out.addAll(own ? tree(target, targets) : jump(target, targets));
        return out;
    }

    private List<Stmt> copies(Edge edge) {
        List<ParallelCopy.Copy> copies = new ArrayList<>();
        List<Argument> arguments = region.block(edge.target()).arguments();
        for (int k = 0; k < arguments.size(); k++) {
            Argument argument = arguments.get(k);
            if (body.inlining.isUsed(argument)) {
                Expr value = expressions.use(edge.arguments().get(k));
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
            Expr value = end.value() == null ? null : expressions.use(end.value());
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

    /** Labels are written wherever one could be needed; unused ones are dropped later. */
    private void label(int block, List<Stmt> out) {
        if (placed.add(block)) {
            out.add(new Stmt.Label(label(block)));
        }
    }
}
