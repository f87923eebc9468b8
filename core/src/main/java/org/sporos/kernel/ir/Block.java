package org.sporos.kernel.ir;

import java.util.List;

/**
 * A basic block: arguments, instructions in order, and one end.
 *
 * @param id its number in its region, which is its place in {@link Region#blocks()}
 */
public record Block(int id, List<Argument> arguments, List<Instruction> instructions, Terminator terminator) {
    public Block {
        arguments = List.copyOf(arguments);
        instructions = List.copyOf(instructions);
    }

    // A region is a graph with many paths: comparing or hashing by content would walk them all.

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public String toString() {
        return "b" + id;
    }
}
