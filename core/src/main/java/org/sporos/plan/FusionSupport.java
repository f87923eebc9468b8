package org.sporos.plan;

/**
 * The kinds of fusion that a backend supports. Immutable.
 *
 * @param loops whether loops over the same indexes may become one
 * @param fills whether fills and copies may be members of such a loop
 * @param reductionsFrom the least number of indexes with which a reduction may end such a loop if a body loops itself;
 *     with any number if none does; {@code Long.MAX_VALUE} for no reductions, and no calls after their results
 * @param edges whether the plan tells which edges hold for each index alone
 * @param busy how many indexes keep the whole device busy: loops with fewer are merged only where that takes no chance
 *     away to run two at once
 * @param sideBySide the most blocks of {@link #BLOCK} indexes that a launch may have to be run side by side with others
 *     in one: with more it keeps the device busy by itself; 0 for never
 * @param joins whether each join of nodes stays a unit of its own where nothing else is merged
 * @param phases what a launch of phases takes, {@link PhaseCosts#NONE} where there is none
 */
public record FusionSupport(
        boolean loops,
        boolean fills,
        long reductionsFrom,
        boolean edges,
        long busy,
        int sideBySide,
        boolean joins,
        PhaseCosts phases) {
    /** The indexes that a block takes. */
    public static final int BLOCK = 256;

    /** No merges at all. */
    public static final FusionSupport NONE =
            new FusionSupport(false, false, Long.MAX_VALUE, false, Long.MAX_VALUE, 0, true, PhaseCosts.NONE);

    /** Returns no merges but those of loops over the same indexes, and edges that hold for each index alone. */
    public static FusionSupport ofLoops(long busy) {
        return new FusionSupport(true, false, Long.MAX_VALUE, true, busy, 0, true, PhaseCosts.NONE);
    }

    /** Returns the same for a backend that orders launches as a whole alone. */
    public FusionSupport withoutEdges() {
        return new FusionSupport(loops, fills, reductionsFrom, false, busy, sideBySide, joins, phases);
    }

    /**
     * Returns the same for a backend that a unit costs which does nothing: joins become edges where that takes no more.
     */
    public FusionSupport withoutJoins() {
        return new FusionSupport(loops, fills, reductionsFrom, edges, busy, sideBySide, false, phases);
    }

    /** Returns what is left of these if each node is to stay a launch of its own. */
    public FusionSupport apart() {
        return joins ? NONE : NONE.withoutJoins();
    }

    /** Returns the same with fills and copies as members of loops. */
    public FusionSupport withFills() {
        return new FusionSupport(loops, true, reductionsFrom, edges, busy, sideBySide, joins, phases);
    }

    /** Returns the same with reductions at the end of loops. */
    public FusionSupport withReductions() {
        return withReductions(0);
    }

    /**
     * Returns the same with reductions at the end of loops, and single calls after their results.
     *
     * @param from the least number of indexes if a body loops itself
     */
    public FusionSupport withReductions(long from) {
        return new FusionSupport(loops, fills, from, edges, busy, sideBySide, joins, phases);
    }

    /** Returns whether reductions may end loops. */
    boolean reductions() {
        return reductionsFrom < Long.MAX_VALUE;
    }

    /** Returns the same with launches of at most so many blocks run side by side in one. */
    public FusionSupport withSideBySide(int blocks) {
        return new FusionSupport(loops, fills, reductionsFrom, edges, busy, blocks, joins, phases);
    }

    /** Returns the same with chains of small launches as phases of one block, where that takes less. */
    public FusionSupport withPhases(PhaseCosts costs) {
        return new FusionSupport(loops, fills, reductionsFrom, edges, busy, sideBySide, joins, costs);
    }

    /** Returns whether a plan stays as it is. */
    public boolean isNone() {
        return !loops && !edges && sideBySide == 0 && joins && phases.isNone();
    }
}
