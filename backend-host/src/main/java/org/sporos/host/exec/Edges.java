package org.sporos.host.exec;

/** The edges of a program, seen from where they lead to. */
final class Edges {
    private Edges() {}

    /** Returns whether each of what {@link #before} returns holds for each chunk alone. */
    static boolean[][] aligned(Program program, int[][] before) {
        boolean[][] aligned = new boolean[before.length][];
        int[] count = new int[before.length];
        for (int s = 0; s < before.length; s++) {
            aligned[s] = new boolean[before[s].length];
        }
        forEach(program, before.length, (from, to, chunks) -> aligned[to][count[to]++] = chunks);
        return aligned;
    }

    /** Returns the steps that lead to each of the first steps of a program, in their order. */
    static int[][] before(Program program, int steps) {
        int[] count = new int[steps];
        forEach(program, steps, (from, to, chunks) -> count[to]++);
        int[][] before = new int[steps][];
        for (int s = 0; s < steps; s++) {
            before[s] = new int[count[s]];
            count[s] = 0;
        }
        forEach(program, steps, (from, to, chunks) -> before[to][count[to]++] = from);
        return before;
    }

    private interface Edge {
        void lead(int from, int to, boolean aligned);
    }

    private static void forEach(Program program, int steps, Edge edge) {
        for (int from = 0; from < steps; from++) {
            for (int e = program.firstSuccessor()[from]; e < program.firstSuccessor()[from + 1]; e++) {
                if (program.successors()[e] < steps) {
                    edge.lead(from, program.successors()[e], program.aligned()[e]);
                }
            }
        }
    }
}
