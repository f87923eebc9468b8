package org.sporos.kernel.bytecode;

import org.objectweb.asm.Opcodes;

/** The pop, dup and swap instructions. A wide value is one entry here and two in the JVM. */
final class StackInstructions {

    private StackInstructions() {}

    static void apply(int opcode, State state) {
        switch (opcode) {
            case Opcodes.POP -> state.pop();
            case Opcodes.POP2 -> drop(2, state);
            case Opcodes.DUP -> copy(1, 0, state);
            case Opcodes.DUP_X1 -> copy(1, 1, state);
            case Opcodes.DUP_X2 -> copy(1, 2, state);
            case Opcodes.DUP2 -> copy(2, 0, state);
            case Opcodes.DUP2_X1 -> copy(2, 1, state);
            case Opcodes.DUP2_X2 -> copy(2, 2, state);
            default -> state.insert(1, state.pop());
        }
    }

    private static void drop(int words, State state) {
        for (int left = words; left > 0; ) {
            left -= state.pop().isWide() ? 2 : 1;
        }
    }

    /** Copies the top words below the words under them. */
    private static void copy(int words, int below, State state) {
        int entries = entries(words, 0, state);
        int depth = entries + entries(below, entries, state);
        for (int k = 0; k < entries; k++) {
            state.insert(depth, state.peek(entries - 1 - k));
        }
    }

    private static int entries(int words, int from, State state) {
        int entries = 0;
        for (int left = words; left > 0; entries++) {
            left -= state.peek(from + entries).isWide() ? 2 : 1;
        }
        return entries;
    }
}
