package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;

/** Sequentializes parallel copies: no assignment overwrites a value that a later one reads. */
final class ParallelCopy {

    private ParallelCopy() {}

    /** A new value of a variable. */
    record Copy(String type, String target, Expr value) {
        boolean changesNothing() {
            return value.text().equals(target);
        }
    }

    static List<Stmt> inOrder(List<Copy> copies, CppNames names) {
        List<Stmt> out = new ArrayList<>();
        List<Copy> left = new ArrayList<>(copies);
        left.removeIf(Copy::changesNothing);
        while (!left.isEmpty()) {
            Copy free = unread(left);
            if (free != null) {
                out.add(new Stmt.Assign(free.type, free.target, free.value));
                left.remove(free);
            } else {
                // A cycle: one value is saved first.
                Copy first = left.remove(0);
                String ahead = names.fresh(first.target + "_next");
                out.add(new Stmt.Define(first.type, ahead, first.value));
                left.add(new Copy(first.type, first.target, Expr.variable(ahead)));
            }
        }
        return out;
    }

    private static @org.jspecify.annotations.Nullable Copy unread(List<Copy> left) {
        for (Copy copy : left) {
            if (left.stream()
                    .noneMatch(other -> other != copy && other.value.names().contains(copy.target))) {
                return copy;
            }
        }
        return null;
    }
}
