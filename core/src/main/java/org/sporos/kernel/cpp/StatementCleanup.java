package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ListIterator;
import java.util.Set;

/** Simplifies statements: removes empty arms and else after a jump, and recognizes while and for loops. */
final class StatementCleanup {

    private StatementCleanup() {}

    static void tidy(List<Stmt> list) {
        Set<String> targets = new HashSet<>();
        collectGotos(list, targets);
        dropLabels(list, targets);
        visit(list);
    }

    static void collectGotos(List<Stmt> list, Set<String> targets) {
        for (Stmt stmt : list) {
            if (stmt instanceof Stmt.Goto jump) {
                targets.add(jump.label());
            }
            stmt.parts().forEach(part -> collectGotos(part, targets));
        }
    }

    /** Drops labels without a goto. */
    static void dropLabels(List<Stmt> list, Set<String> targets) {
        list.removeIf(stmt -> stmt instanceof Stmt.Label label && !targets.contains(label.label()));
        list.forEach(stmt -> stmt.parts().forEach(part -> dropLabels(part, targets)));
    }

    private static void visit(List<Stmt> list) {
        for (ListIterator<Stmt> at = list.listIterator(); at.hasNext(); ) {
            Stmt stmt = at.next();
            stmt.parts().forEach(StatementCleanup::visit);
            if (stmt instanceof Stmt.If branch) {
                branch(branch, at);
            }
        }
        for (ListIterator<Stmt> at = list.listIterator(); at.hasNext(); ) {
            if (at.next() instanceof Stmt.Loop loop) {
                at.set(loop(loop));
            }
        }
        for (int k = 0; k < list.size(); k++) {
            if (list.get(k) instanceof Stmt.While loop) {
                k = counted(list, k, loop);
            }
        }
    }

    private static void branch(Stmt.If branch, ListIterator<Stmt> at) {
        boolean only = branch.otherwise().isEmpty() && branch.then().size() == 1;
        if (only
                && branch.then().get(0) instanceof Stmt.If inner
                && inner.otherwise().isEmpty()) {
            Expr both = Expr.both(branch.condition(), inner.condition());
            at.set(new Stmt.If(both, inner.then(), new ArrayList<>()));
        } else if (branch.then().isEmpty() && branch.otherwise().isEmpty()) {
            at.remove();
        } else if (branch.then().isEmpty()) {
            at.set(new Stmt.If(branch.condition().not(), branch.otherwise(), new ArrayList<>()));
        } else if (!branch.otherwise().isEmpty() && leaves(branch.then())) {
            at.set(new Stmt.If(branch.condition(), branch.then(), new ArrayList<>()));
            branch.otherwise().forEach(at::add);
        } else if (!branch.otherwise().isEmpty() && leaves(branch.otherwise())) {
            at.set(new Stmt.If(branch.condition().not(), branch.otherwise(), new ArrayList<>()));
            branch.then().forEach(at::add);
        }
    }

    private static boolean leaves(List<Stmt> list) {
        return list.get(list.size() - 1).leaves();
    }

    /** Turns a loop that starts with its exit test into a while loop. */
    private static Stmt loop(Stmt.Loop loop) {
        List<Stmt> body = loop.body();
        boolean testsFirst = !body.isEmpty()
                && body.get(0) instanceof Stmt.If first
                && first.otherwise().isEmpty()
                && first.then().size() == 1
                && first.then().get(0) instanceof Stmt.Break;
        if (!testsFirst) {
            return loop;
        }
        Expr condition = ((Stmt.If) body.get(0)).condition().not();
        return new Stmt.While(condition, new ArrayList<>(body.subList(1, body.size())));
    }

    /** Turns a loop with an induction variable into a for loop. Returns the new index of the loop. */
    private static int counted(List<Stmt> list, int at, Stmt.While loop) {
        List<Stmt> body = loop.body();
        if (hasContinue(body)) {
            return at;
        }
        for (int first = at - 1; first >= 0 && list.get(first) instanceof Stmt.Assign set; first--) {
            int step = changes(body, set.target());
            boolean counts = loop.condition().names().contains(set.target())
                    && step >= 0
                    && isLast(list.subList(first, at))
                    && isLast(body.subList(step, body.size()));
            if (counts) {
                Stmt.Assign next = (Stmt.Assign) body.remove(step);
                list.set(at, new Stmt.For(set, false, loop.condition(), next, body));
                list.remove(first);
                endAsContinue(body);
                return at - 1;
            }
        }
        return at;
    }

    /** Turns jumps to the end of the body of a for loop into continue. */
    private static void endAsContinue(List<Stmt> body) {
        if (!body.isEmpty() && body.get(body.size() - 1) instanceof Stmt.Label end) {
            replaceGotos(body, end.label());
            Set<String> left = new HashSet<>();
            collectGotos(body, left);
            if (!left.contains(end.label())) {
                body.remove(body.size() - 1);
            }
        }
    }

    private static void replaceGotos(List<Stmt> list, String label) {
        for (ListIterator<Stmt> at = list.listIterator(); at.hasNext(); ) {
            Stmt stmt = at.next();
            if (stmt instanceof Stmt.Goto jump && jump.label().equals(label)) {
                at.set(new Stmt.Continue());
            } else if (!isLoop(stmt)) {
                stmt.parts().forEach(part -> replaceGotos(part, label));
            }
        }
    }

    private static boolean isLoop(Stmt stmt) {
        return stmt instanceof Stmt.Loop
                || stmt instanceof Stmt.While
                || stmt instanceof Stmt.For
                || stmt instanceof Stmt.Around;
    }

    /** Returns the index of a trailing assignment to a variable, or -1. */
    private static int changes(List<Stmt> body, String name) {
        for (int k = body.size() - 1; k >= 0 && body.get(k) instanceof Stmt.Assign set; k--) {
            if (set.target().equals(name)) {
                return k;
            }
        }
        return -1;
    }

    /** Returns whether the first of some assignments can be moved after the others. */
    private static boolean isLast(List<Stmt> assignments) {
        Stmt.Assign first = (Stmt.Assign) assignments.get(0);
        for (Stmt stmt : assignments.subList(1, assignments.size())) {
            Stmt.Assign other = (Stmt.Assign) stmt;
            boolean meets = other.value().names().contains(first.target())
                    || first.value().names().contains(other.target())
                    || other.target().equals(first.target());
            if (meets) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasContinue(List<Stmt> list) {
        for (Stmt stmt : list) {
            if (stmt instanceof Stmt.Continue
                    || !isLoop(stmt) && stmt.parts().stream().anyMatch(StatementCleanup::hasContinue)) {
                return true;
            }
        }
        return false;
    }
}
