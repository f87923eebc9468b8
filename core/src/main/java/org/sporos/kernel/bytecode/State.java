package org.sporos.kernel.bytecode;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The local variables and the stack at one point of a method. A wide value is one entry of the stack. Mutable. */
final class State {
    final @Nullable Slot[] locals;
    final List<Slot> stack = new ArrayList<>();

    State(int locals) {
        this.locals = new Slot[locals];
    }

    State copy() {
        State copy = new State(locals.length);
        System.arraycopy(locals, 0, copy.locals, 0, locals.length);
        copy.stack.addAll(stack);
        return copy;
    }

    void push(Slot slot) {
        stack.add(slot);
    }

    Slot pop() {
        return stack.remove(stack.size() - 1);
    }

    /** Returns the entry at a depth: 0 is the top. */
    Slot peek(int depth) {
        return stack.get(stack.size() - 1 - depth);
    }

    /** Inserts a slot at a depth. */
    void insert(int depth, Slot slot) {
        stack.add(stack.size() - depth, slot);
    }
}
