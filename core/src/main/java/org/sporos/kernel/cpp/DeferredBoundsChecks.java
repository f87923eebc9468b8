package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;

/**
 * Loads of a loop that are checked behind it: for each extent, one variable remembers the farthest index, taken for
 * unsigned, so that a negative one is farther than all others. That costs a maximum for each load, and another to load
 * an element that exists.
 */
final class DeferredBoundsChecks {
    private final Map<Instruction, String> farthest = new IdentityHashMap<>();
    private final Map<Bound, String> variables = new LinkedHashMap<>();

    private record Bound(String extent, boolean isWide) {
        String type() {
            return isWide ? "unsigned long long" : "unsigned";
        }
    }

    DeferredBoundsChecks(Body body, Set<Instruction> loads) {
        for (Instruction load : loads) {
            ViewRef view = CheckedAccesses.viewOf(load.op());
            boolean isWide = load.operand(0).type() == Type.I64 || !body.isInt(view, 0);
            Bound bound = new Bound(body.extent(view, 0), isWide);
            farthest.put(load, variables.computeIfAbsent(bound, b -> body.names.fresh("farthest")));
        }
    }

    /** Returns the variable of each load. */
    Map<Instruction, String> farthest() {
        return farthest;
    }

    /** Returns the definitions of the variables. */
    List<Stmt> begin() {
        List<Stmt> begin = new ArrayList<>();
        variables.forEach((bound, name) -> begin.add(new Stmt.Define(bound.type(), name, Expr.word("0"), false)));
        return begin;
    }

    /** Returns the condition under which all loads were inside, behind the loop. */
    Expr areInside() {
        Expr all = null;
        for (Map.Entry<Bound, String> entry : variables.entrySet()) {
            Expr extent =
                    Expr.cast(entry.getKey().type(), Expr.word(entry.getKey().extent()));
            Expr one = Expr.binary(Expr.variable(entry.getValue()), "<", Expr.RELATION, extent);
            all = both(all, one);
        }
        return Objects.requireNonNull(all);
    }

    private static Expr both(@Nullable Expr first, Expr second) {
        return first == null ? second : Expr.both(first, second);
    }
}
