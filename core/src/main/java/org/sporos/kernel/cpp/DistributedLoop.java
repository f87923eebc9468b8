package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Region;

/** Writes the strips of a {@link LoopDistribution}, which stand before the loop as it is. Used once. */
final class DistributedLoop {
    private final Body body;
    private final Instructions instructions;
    private final CppExpressions expressions;
    private final LoopDistribution loop;
    private final String counter;
    private final String end;
    private final String passes;
    private final String pass;
    private final String chosen;
    private final String count;
    private final ComputedAhead computed;

    private DistributedLoop(Body body, Instructions instructions, LoopDistribution loop) {
        this.body = body;
        this.instructions = instructions;
        this.expressions = instructions.expressions();
        this.loop = loop;
        this.counter = body.variable(loop.counter());
        this.end = body.names.fresh(counter + "_end");
        this.passes = body.names.fresh("passes");
        this.pass = body.names.fresh("pass");
        this.chosen = body.names.fresh("chosen");
        this.count = body.names.fresh("count");
        this.computed = new ComputedAhead(body, instructions, loop);
    }

    /** Returns the strips of a loop of a region; none if it stays whole. */
    static List<Stmt> strips(
            Body body, Instructions instructions, Region region, ControlFlow flow, ControlFlow.Loop loop) {
        LoopDistribution parts = LoopDistribution.of(body, region, flow, loop);
        return parts == null ? List.of() : new DistributedLoop(body, instructions, parts).strips(region);
    }

    private List<Stmt> strips(Region region) {
        Expr bound = expressions.use(loop.bound());
        Rest rest = rest(region);
        List<Stmt> strip = asked();
        String now = body.names.fresh(counter);
        List<Stmt> ahead = computed.of(now, sum(pass), List.copyOf(loop.ahead()));
        ahead.addAll(computed.kept(now, pass));
        if (rest == null || computed.isMissing()) {
            return List.of();
        }
        strip.addAll(computed.arrays("java::PASSES"));
        strip.add(eachPass(ahead));
        strip.add(new Stmt.Line("int " + chosen + "[java::PASSES]", Set.of()));
        strip.add(new Stmt.Define("int", count, Expr.word("0"), false));
        strip.add(eachPass(listed(rest.condition())));
        String turn = body.names.fresh("c");
        String head = "for (int " + turn + " = 0; " + turn + " < " + count + "; " + turn + "++)";
        rest.statements().add(0, new Stmt.Line("const int " + pass + " = " + chosen + "[" + turn + "]", Set.of()));
        strip.add(new Stmt.Around(head, Set.of(count), rest.statements(), ""));
        strip.add(new Stmt.Assign("int", counter, sum(passes)));
        Expr foreseen = Expr.call("java::are_foreseen", Expr.variable(count), Expr.variable(passes));
        strip.add(new Stmt.If(foreseen, new ArrayList<>(List.of(new Stmt.Break())), new ArrayList<>()));
        Expr many = Expr.call("java::are_many", Expr.variable(counter), Expr.variable(end));
        Expr inside = CountedLoop.isInside(body, loop.counter(), loop.counted(), end);
        return List.of(
                new Stmt.Define("int", end, bound),
                new Stmt.While(loop.counted().isEmpty() ? many : Expr.both(inside, many), strip));
    }

    /** Returns how a strip begins: with the number of its passes, and with the end where a load would be outside. */
    private List<Stmt> asked() {
        List<Stmt> out = new ArrayList<>();
        Expr length = Expr.call("java::strip", Expr.variable(counter), Expr.variable(end));
        out.add(new Stmt.Define("int", passes, length));
        DeferredBoundsChecks checks = new DeferredBoundsChecks(body, loop.gathers());
        out.addAll(checks.begin());
        String now = body.names.fresh(counter);
        List<Stmt> asks = computed.of(now, sum(pass), loop.indexes());
        Map<String, Stmt> maxima = new TreeMap<>();
        checks.farthest().forEach((load, farthest) -> {
            Expr index = computed.use(now, load.operand(0));
            Expr farther = Expr.call("java::farther", Expr.variable(farthest), index);
            maxima.put(farther.text(), CppExpressions.line(farthest + " = " + farther.text(), farther));
        });
        asks.addAll(maxima.values());
        out.add(eachPass(asks));
        out.add(new Stmt.If(checks.areInside().not(), new ArrayList<>(List.of(new Stmt.Break())), new ArrayList<>()));
        return out;
    }

    /** The statements of the passes for which a condition is true. */
    private record Rest(Expr condition, List<Stmt> statements) {}

    /** Returns what is left of a pass, or null if there is no text for it. */
    private @Nullable Rest rest(Region region) {
        String now = body.names.fresh(counter);
        List<Stmt> left = computed.without(
                loop.done(),
                value -> value == loop.counter() ? Expr.variable(now) : null,
                pass,
                () -> new Structurizer(body, instructions, region, Structurizer.Leave.RETURN).pass(loop));
        Rest rest = left == null ? null : behind(left);
        if (rest != null) {
            StatementCleanup.tidy(rest.statements());
            rest.statements().add(0, new Stmt.Define("int", now, sum(pass)));
        }
        return rest;
    }

    /** Returns what stands behind all conditions, or null if something else does. */
    private @Nullable Rest behind(List<Stmt> all) {
        Expr condition = null;
        List<Stmt> left = all;
        for (int k = 0; k < loop.conditions(); k++) {
            boolean isOne = left.size() == 1
                    && left.get(0) instanceof Stmt.If branch
                    && branch.then().isEmpty() != branch.otherwise().isEmpty();
            if (!isOne) {
                return null;
            }
            Stmt.If branch = (Stmt.If) left.get(0);
            boolean whenTrue = branch.otherwise().isEmpty();
            Expr one = whenTrue ? branch.condition() : branch.condition().not();
            // With && there would be a branch.
            condition = condition == null ? one : Expr.binary(condition, "&", Expr.BIT_AND, one);
            left = whenTrue ? branch.then() : branch.otherwise();
        }
        return condition == null ? null : new Rest(condition, new ArrayList<>(left));
    }

    private List<Stmt> listed(Expr condition) {
        List<Stmt> out = new ArrayList<>();
        out.add(new Stmt.Line(chosen + "[" + count + "] = " + pass, Set.of(count)));
        out.add(new Stmt.Line(count + " += " + condition.in(Expr.SUM), condition.names()));
        return out;
    }

    private Expr sum(String name) {
        return Expr.binary(Expr.variable(counter), "+", Expr.SUM, Expr.variable(name));
    }

    private Stmt eachPass(List<Stmt> of) {
        String head = "for (int " + pass + " = 0; " + pass + " < " + passes + "; " + pass + "++)";
        return new Stmt.Around(head, Set.of(passes), of, "");
    }
}
