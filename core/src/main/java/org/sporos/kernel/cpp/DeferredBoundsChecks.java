package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Value;
import org.sporos.kernel.ir.ViewRef;

/**
 * Loads that are checked behind some passes: for each extent, one variable remembers the farthest index, taken for
 * unsigned, so that a negative one is farther than all others. That costs a maximum for each load, and another to load
 * an element that exists.
 */
final class DeferredBoundsChecks {
    private final Map<Instruction, String> farthest = new IdentityHashMap<>();
    private final Map<Bound, String> variables = new LinkedHashMap<>();

    /** An extent, and whether it or an index is a long. */
    record Bound(String extent, boolean isWide) {
        /** Returns the type of a variable that remembers the farthest index. */
        String type() {
            return isWide ? "unsigned long long" : "unsigned";
        }
    }

    DeferredBoundsChecks(Body body, Set<Instruction> loads) {
        // In their order: the same kernel must have the same text in each process, as compiled ones are kept by text.
        List<Instruction> inOrder =
                loads.stream().sorted(Comparator.comparingInt(Value::id)).toList();
        for (Instruction load : inOrder) {
            ViewRef view = CheckedAccesses.viewOf(load.op());
            boolean isWide = load.operand(0).type() == Type.I64 || !body.isInt(view, 0);
            Bound bound = new Bound(body.extent(view, 0), isWide);
            farthest.put(load, variables.computeIfAbsent(bound, b -> body.names.fresh("farthest")));
        }
    }

    /** Returns the declarations of the variables as parameters of a function. */
    List<String> parameters() {
        List<String> all = new ArrayList<>();
        variables.forEach((bound, name) -> all.add(bound.type() + "& " + name));
        return all;
    }

    /** Returns the extents that the variables are compared with, in the order of {@link #parameters()}. */
    List<Bound> bounds() {
        return List.copyOf(variables.keySet());
    }

    /** Returns the condition under which there are elements to load, as C++. */
    static String exist(Collection<Bound> bounds) {
        return String.join(
                " && ", bounds.stream().map(bound -> bound.extent() + " > 0").toList());
    }

    /** Returns the condition under which all loads were inside, as C++, by the variable of each extent. */
    static String areInside(Map<Bound, String> farthest) {
        List<String> tests = new ArrayList<>();
        farthest.forEach((bound, name) -> tests.add(name + " < (" + bound.type() + ") " + bound.extent()));
        return String.join(" && ", tests);
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
