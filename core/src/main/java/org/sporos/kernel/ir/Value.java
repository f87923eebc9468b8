package org.sporos.kernel.ir;

import org.sporos.kernel.SourcePosition;

/**
 * Something computed once: an argument of a block, or the result of an instruction. Compared by identity; {@link #id()}
 * is dense and unique in its kernel, so that an array can hold facts about values.
 */
public abstract sealed class Value permits Argument, Instruction {
    private final int id;
    private final Type type;
    private final String name;
    private final SourcePosition position;

    Value(int id, Type type, String name, SourcePosition position) {
        this.id = id;
        this.type = type;
        this.name = name;
        this.position = position;
    }

    /** Returns its number in the kernel, from 0. */
    public final int id() {
        return id;
    }

    /** Returns its type. */
    public final Type type() {
        return type;
    }

    /** Returns the name of the source variable that it was first stored to, or the empty string. */
    public final String name() {
        return name;
    }

    /** Returns where it stands in the source. */
    public final SourcePosition position() {
        return position;
    }

    /** Returns it as in the printed IR: {@code %3} or {@code %3:sum}. */
    @Override
    public final String toString() {
        return name.isEmpty() ? "%" + id : "%" + id + ":" + name;
    }
}
