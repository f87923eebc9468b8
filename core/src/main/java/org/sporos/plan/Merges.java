package org.sporos.plan;

/**
 * Which merges a backend can run. Immutable.
 *
 * @param loops whether loops over the same indexes may become one
 * @param fills whether fills and copies may be members of such a loop
 * @param reductions whether a reduction may be the last member of such a loop
 * @param edges whether the plan tells which edges hold for each index alone
 * @param busy how many indexes keep the whole device busy: loops with fewer are merged only where that takes no chance
 *     away to run two at once
 * @param sideBySide the most blocks that launches may have in all to be merged side by side; 0 for never
 */
public record Merges(boolean loops, boolean fills, boolean reductions, boolean edges, long busy, int sideBySide) {
    /** No merges at all. */
    public static final Merges NONE = new Merges(false, false, false, false, Long.MAX_VALUE, 0);

    /** Returns no merges but those of loops over the same indexes, and edges that hold for each index alone. */
    public static Merges ofLoops(long busy) {
        return new Merges(true, false, false, true, busy, 0);
    }

    /** Returns the same with fills and copies as members of loops. */
    public Merges withFills() {
        return new Merges(loops, true, reductions, edges, busy, sideBySide);
    }

    /** Returns the same with reductions at the end of loops. */
    public Merges withReductions() {
        return new Merges(loops, fills, true, edges, busy, sideBySide);
    }

    /** Returns the same with launches of so many blocks in all merged side by side. */
    public Merges withSideBySide(int blocks) {
        return new Merges(loops, fills, reductions, edges, busy, blocks);
    }

    /** Returns whether a plan stays as it is. */
    public boolean isNone() {
        return !loops && !edges && sideBySide == 0;
    }
}
