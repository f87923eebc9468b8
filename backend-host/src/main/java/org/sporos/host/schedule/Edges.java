package org.sporos.host.schedule;

import org.sporos.host.schedule.Control.Body;

/** The edges of a program, seen from where they lead to. */
final class Edges {
    private Edges() {}

    /** Returns whether each of what {@link #before} returns holds for each chunk alone. */
    static boolean[][] aligned(Program program, Body body, int[][] before) {
        boolean[][] aligned = new boolean[before.length][];
        int[] count = new int[before.length];
        for (int s = 0; s < before.length; s++) {
            aligned[s] = new boolean[before[s].length];
        }
        forEach(program, body, (from, to, chunks) -> aligned[to][count[to]++] = chunks);
        return aligned;
    }

    /** Returns the steps that lead to each step of a body, in their order; all are counted from its first one. */
    static int[][] before(Program program, Body body) {
        int steps = body.end() - body.first();
        int[] count = new int[steps];
        forEach(program, body, (from, to, chunks) -> count[to]++);
        int[][] before = new int[steps][];
        for (int s = 0; s < steps; s++) {
            before[s] = new int[count[s]];
            count[s] = 0;
        }
        forEach(program, body, (from, to, chunks) -> before[to][count[to]++] = from);
        return before;
    }

    private interface Edge {
        void lead(int from, int to, boolean aligned);
    }

    private static void forEach(Program program, Body body, Edge edge) {
        for (int from = body.first(); from < body.end(); from++) {
            for (int e = program.firstSuccessor()[from]; e < program.firstSuccessor()[from + 1]; e++) {
                int to = program.successors()[e];
                if (to < body.end()) {
                    edge.lead(from - body.first(), to - body.first(), program.aligned()[e]);
                }
            }
        }
    }
}
