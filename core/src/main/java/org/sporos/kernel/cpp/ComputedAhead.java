package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Value;

/** The values that are computed for several passes of a loop before its rest, which takes them from arrays. */
final class ComputedAhead {
    private final Body body;
    private final Instructions instructions;
    private final CppExpressions expressions;
    private final LoopDistribution loop;
    /** The array of each value that the rest has taken. */
    private final Map<Value, String> arrays = new LinkedHashMap<>();
    /** This says whether something ahead would need what only the rest knows. */
    private boolean isMissing;

    ComputedAhead(Body body, Instructions instructions, LoopDistribution loop) {
        this.body = body;
        this.instructions = instructions;
        this.expressions = instructions.expressions();
        this.loop = loop;
    }

    boolean isMissing() {
        return isMissing;
    }

    /**
     * Returns statements without what is done ahead, whose values they take from arrays.
     *
     * @param others expressions for other values, or null
     * @param pass the index in the arrays
     */
    <T> T without(Set<Instruction> done, Function<Value, @Nullable Expr> others, String pass, Supplier<T> statements) {
        expressions.take(value -> done.contains(value)
                ? new Expr(array(value) + "[" + pass + "]", Expr.PRIMARY, Set.of(pass))
                : others.apply(value));
        instructions.leaveOut(done);
        T all = statements.get();
        instructions.leaveOut(Set.of());
        expressions.take(value -> null);
        return all;
    }

    private String array(Value value) {
        return arrays.computeIfAbsent(value, of -> body.names.fresh((of.name().isEmpty() ? "t" : of.name()) + "_of"));
    }

    /** Returns the declarations of the arrays that the rest takes values from. */
    List<Stmt> arrays(String length) {
        List<Stmt> out = new ArrayList<>();
        arrays.forEach((value, array) ->
                out.add(new Stmt.Line(Words.type(value.type()) + " " + array + "[" + length + "]", Set.of())));
        return out;
    }

    /**
     * Returns what puts the values that the rest takes into arrays, behind what computes them.
     *
     * @param now the name of the counter
     * @param pass the index in the arrays
     */
    List<Stmt> kept(String now, String pass) {
        List<Stmt> out = new ArrayList<>();
        arrays.forEach((value, array) -> {
            Expr kept = use(now, value);
            out.add(new Stmt.Line(array + "[" + pass + "] = " + kept.text(), kept.names()));
        });
        return out;
    }

    /**
     * Returns some of what is computed for a pass; all loads are inside.
     *
     * @param now a name for the counter
     * @param at its value
     */
    List<Stmt> of(String now, Expr at, List<Instruction> some) {
        List<Stmt> out = new ArrayList<>();
        out.add(new Stmt.Define("int", now, at));
        Set<Instruction> inside = new HashSet<>(loop.counted());
        inside.addAll(loop.gathers());
        body.checks.assume(inside);
        take(now);
        out.addAll(instructions.of(some));
        expressions.take(value -> null);
        body.checks.assume(Set.of());
        return out;
    }

    /** Returns a value that is computed for a pass. */
    Expr use(String now, Value value) {
        take(now);
        Expr use = expressions.use(value);
        expressions.take(other -> null);
        return use;
    }

    private void take(String now) {
        expressions.take(value -> {
            isMissing |= loop.isOfRest(value);
            return value == loop.counter() ? Expr.variable(now) : null;
        });
    }
}
