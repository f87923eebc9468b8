package org.sporos.plan;

/**
 * The kinds of fusion that a backend supports. Immutable.
 *
 * @param loops whether loops over the same indexes may be fused
 * @param fills whether fills and copies may be members of a fused loop
 * @param reductionsFrom the minimum of indexes of a reduction at the end of a fused loop with long bodies (with short
 *     ones there is no minimum); {@code Long.MAX_VALUE} for no reductions, and no calls after their results
 * @param edges whether the plan has pointwise edges
 * @param busy the number of indexes that saturates the device: smaller loops are fused only if that does not serialize
 *     parallel loops
 * @param sideBySide the maximum of blocks of {@link #BLOCK} indexes of a member of horizontal fusion: with more, a
 *     launch saturates the device alone; 0 for no horizontal fusion
 * @param joins whether joins stay units if nothing else is fused
 * @param phases the costs of phases, {@link PhaseCosts#NONE} for no phases
 * @param persistentLoops the threads that may repeat a loop on the device in one launch of phases
 */
public record FusionSupport(
        boolean loops,
        boolean fills,
        long reductionsFrom,
        boolean edges,
        long busy,
        int sideBySide,
        boolean joins,
        PhaseCosts phases,
        LoopScope persistentLoops) {
    /** The indexes of a block. */
    public static final int BLOCK = 256;

    /** No fusion. */
    public static final FusionSupport NONE = new FusionSupport(
            false, false, Long.MAX_VALUE, false, Long.MAX_VALUE, 0, true, PhaseCosts.NONE, LoopScope.NONE);

    /** Returns fusion of loops over the same indexes only, and pointwise edges. */
    public static FusionSupport ofLoops(long busy) {
        return new FusionSupport(true, false, Long.MAX_VALUE, true, busy, 0, true, PhaseCosts.NONE, LoopScope.NONE);
    }

    /** Returns this support without pointwise edges, for a backend that orders whole launches. */
    public FusionSupport withoutEdges() {
        return new FusionSupport(loops, fills, reductionsFrom, false, busy, sideBySide, joins, phases, persistentLoops);
    }

    /**
     * Returns this support without join units, for a backend where empty units cost time: joins become edges, unless
     * that takes more edges.
     */
    public FusionSupport withoutJoins() {
        return new FusionSupport(loops, fills, reductionsFrom, edges, busy, sideBySide, false, phases, persistentLoops);
    }

    /** Returns the support without fusion of nodes: each is its own launch. */
    public FusionSupport apart() {
        return joins ? NONE : NONE.withoutJoins();
    }

    /** Returns this support with fills and copies as members of fused loops. */
    public FusionSupport withFills() {
        return new FusionSupport(loops, true, reductionsFrom, edges, busy, sideBySide, joins, phases, persistentLoops);
    }

    /** Returns this support with reductions at the end of fused loops. */
    public FusionSupport withReductions() {
        return withReductions(0);
    }

    /**
     * Returns this support with reductions at the end of fused loops, and single calls after their results.
     *
     * @param from the minimum of indexes with long bodies
     */
    public FusionSupport withReductions(long from) {
        return new FusionSupport(loops, fills, from, edges, busy, sideBySide, joins, phases, persistentLoops);
    }

    /** Returns whether reductions may end fused loops. */
    boolean reductions() {
        return reductionsFrom < Long.MAX_VALUE;
    }

    /** Returns this support with horizontal fusion of launches of at most {@code blocks} blocks. */
    public FusionSupport withSideBySide(int blocks) {
        return new FusionSupport(loops, fills, reductionsFrom, edges, busy, blocks, joins, phases, persistentLoops);
    }

    /** Returns this support with chains of small launches as phases of one block, where that takes less. */
    public FusionSupport withPhases(PhaseCosts costs) {
        return new FusionSupport(loops, fills, reductionsFrom, edges, busy, sideBySide, joins, costs, persistentLoops);
    }

    /** Returns this support with the threads that may repeat a loop on the device in one launch. */
    public FusionSupport withPersistentLoops(LoopScope wanted) {
        return new FusionSupport(loops, fills, reductionsFrom, edges, busy, sideBySide, joins, phases, wanted);
    }

    /** Returns whether plans are not changed at all. */
    public boolean isNone() {
        return !loops && !edges && sideBySide == 0 && joins && phases.isNone();
    }
}
