package org.sporos.kernel.cpp;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Multimaps;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Declares variables at their first use, in the innermost block that contains all uses. A function with gotos declares
 * all variables at its top, since C++ forbids jumps over initializations.
 */
final class DeclarationPlacement {
    private final Map<String, String> types = new LinkedHashMap<>();
    private final Set<String> apart = new HashSet<>();
    private final Map<List<Stmt>, Set<String>> mentioned = new IdentityHashMap<>();

    private DeclarationPlacement() {}

    /** Places the declarations of a function; the known names, its parameters, need none. */
    static void place(List<Stmt> function, Set<String> known, FunctionContext body) {
        DeclarationPlacement scopes = new DeclarationPlacement();
        scopes.collect(function);
        scopes.types.keySet().removeAll(known);
        Set<String> gotos = new HashSet<>();
        StatementCleanup.collectGotos(function, gotos);
        if (!gotos.isEmpty() || !body.options.isStructured()) {
            scopes.hoist(function);
        } else {
            scopes.place(function, new LinkedHashSet<>(scopes.types.keySet()));
        }
        scopes.rewrite(function);
    }

    private void collect(List<Stmt> list) {
        for (Stmt stmt : list) {
            if (stmt instanceof Stmt.Define define) {
                types.put(define.name(), define.type());
            } else if (stmt instanceof Stmt.Assign assign) {
                types.put(assign.target(), assign.type());
            } else if (stmt instanceof Stmt.Lambda lambda && !lambda.name().isEmpty()) {
                types.put(lambda.name(), lambda.type());
            } else if (stmt instanceof Stmt.For loop) {
                types.put(loop.step().target(), loop.step().type());
            }
            stmt.parts().forEach(this::collect);
        }
    }

    private void hoist(List<Stmt> function) {
        List<Stmt> declarations = new ArrayList<>();
        types.forEach((name, type) -> declarations.add(new Stmt.Declare(type, name)));
        apart.addAll(types.keySet());
        function.addAll(0, declarations);
    }

    /** Places the variables with all uses in this list. */
    private void place(List<Stmt> list, Set<String> variables) {
        ListMultimap<String, Integer> uses =
                MultimapBuilder.linkedHashKeys().arrayListValues().build();
        for (int k = 0; k < list.size(); k++) {
            Set<String> names = new LinkedHashSet<>();
            addMentioned(list.get(k), names);
            for (String name : names) {
                if (variables.contains(name)) {
                    uses.put(name, k);
                }
            }
        }
        // Back to front: an insertion shifts later statements.
        ListMultimap<Integer, Stmt> before = MultimapBuilder.treeKeys(Comparator.<Integer>reverseOrder())
                .arrayListValues()
                .build();
        Map<List<Stmt>, Set<String>> inner = new IdentityHashMap<>();
        Multimaps.asMap(uses).forEach((name, at) -> {
            Stmt first = list.get(at.get(0));
            List<Stmt> only = at.size() == 1 ? onlyPart(first, name) : null;
            if (only != null) {
                inner.computeIfAbsent(only, part -> new LinkedHashSet<>()).add(name);
            } else {
                declare(list, name, at, before);
            }
        });
        inner.forEach(this::place);
        Multimaps.asMap(before).forEach(list::addAll);
    }

    private void declare(List<Stmt> list, String name, List<Integer> at, ListMultimap<Integer, Stmt> before) {
        int k = at.get(0);
        Stmt first = list.get(k);
        if (first instanceof Stmt.Assign assign && assign.target().equals(name)) {
            list.set(k, new Stmt.Define(assign.type(), name, assign.value(), false));
        } else if (first instanceof Stmt.For loop && at.size() == 1 && isFirst(loop, name)) {
            list.set(k, new Stmt.For(loop.first(), true, loop.condition(), loop.step(), loop.body()));
        } else if (!(first instanceof Stmt.Define define && define.name().equals(name))
                && !(first instanceof Stmt.Lambda lambda && lambda.name().equals(name))) {
            apart.add(name);
            before.put(k, new Stmt.Declare(Objects.requireNonNull(types.get(name)), name));
        }
    }

    private static boolean isFirst(Stmt.For loop, String name) {
        return loop.first() != null && loop.first().target().equals(name);
    }

    /** Returns the only part of a statement that mentions a name, or null if there are several or its head does. */
    private @Nullable List<Stmt> onlyPart(Stmt stmt, String name) {
        List<Stmt> found = null;
        for (List<Stmt> part : stmt.parts()) {
            boolean mentions = mentioned(part).contains(name);
            if (mentions && found != null) {
                return null;
            }
            found = mentions ? part : found;
        }
        Set<String> head = new HashSet<>();
        addHead(stmt, head);
        return head.contains(name) ? null : found;
    }

    /** Returns the names in a list, cached. */
    private Set<String> mentioned(List<Stmt> list) {
        Set<String> known = mentioned.get(list);
        if (known == null) {
            known = new LinkedHashSet<>();
            for (Stmt stmt : list) {
                addMentioned(stmt, known);
            }
            mentioned.put(list, known);
        }
        return known;
    }

    private void addMentioned(Stmt stmt, Set<String> names) {
        addHead(stmt, names);
        stmt.parts().forEach(part -> names.addAll(mentioned(part)));
    }

    private void addHead(Stmt stmt, Set<String> names) {
        if (stmt instanceof Stmt.Define define) {
            names.addAll(define.value().names());
            names.add(define.name());
        } else if (stmt instanceof Stmt.Assign assign) {
            names.addAll(assign.value().names());
            names.add(assign.target());
        } else if (stmt instanceof Stmt.Line line) {
            names.addAll(line.names());
        } else if (stmt instanceof Stmt.If branch) {
            names.addAll(branch.condition().names());
        } else if (stmt instanceof Stmt.While loop) {
            names.addAll(loop.condition().names());
        } else if (stmt instanceof Stmt.Switch choice) {
            names.addAll(choice.value().names());
        } else if (stmt instanceof Stmt.Around around) {
            names.addAll(around.names());
        } else if (stmt instanceof Stmt.Return leave && leave.value() != null) {
            names.addAll(leave.value().names());
        } else if (stmt instanceof Stmt.Lambda lambda) {
            names.addAll(lambda.names());
            names.add(lambda.name());
            lambda.functions().forEach(function -> names.addAll(mentioned(function.body())));
        } else if (stmt instanceof Stmt.For loop) {
            if (loop.first() != null) {
                addHead(loop.first(), names);
            }
            names.addAll(loop.condition().names());
            addHead(loop.step(), names);
        }
    }

    /** Turns definitions of separately declared variables into assignments. */
    private void rewrite(List<Stmt> list) {
        for (ListIterator<Stmt> at = list.listIterator(); at.hasNext(); ) {
            Stmt stmt = at.next();
            if (stmt instanceof Stmt.Define define && apart.contains(define.name())) {
                at.set(new Stmt.Assign(define.type(), define.name(), define.value()));
            } else if (stmt instanceof Stmt.Lambda lambda && apart.contains(lambda.name())) {
                at.set(new Stmt.Lambda("", lambda.name(), lambda.names(), lambda.functions()));
            }
            stmt.parts().forEach(this::rewrite);
        }
    }
}
