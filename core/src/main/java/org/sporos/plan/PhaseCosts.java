package org.sporos.plan;

import java.util.List;

/**
 * The times of a device by which the plan chooses between launches and phases of one block, in microseconds; figures
 * are in docs/benchmarks/shapes-of-small-work-on-h100.md. Immutable.
 *
 * @param launch from one dependent launch of next to no work to the next
 * @param barrier the same from one phase of a block to the next
 * @param round of {@link #ROUND} work items of light bodies in one block
 */
public record PhaseCosts(double launch, double barrier, double round) {
    /** The work items that a block has at once. */
    static final int ROUND = 1024;
    /** The operations of a light body: it takes as long as its memory accesses. */
    private static final int LIGHT = 50;

    /** The items of a reduction that are one tile, which one block folds anyhow. */
    private static final int TILE = 2048;

    private static final int WARP = 32;

    /** No phases. */
    public static final PhaseCosts NONE = new PhaseCosts(0, Double.POSITIVE_INFINITY, 0);

    /** Returns whether there are no phases. */
    boolean isNone() {
        return barrier == Double.POSITIVE_INFINITY;
    }

    /** Returns the time of a launch of members side by side, of which the longest decides. */
    double apart(List<PhaseWork> members) {
        double longest = 0;
        for (PhaseWork work : members) {
            double items = work.reduces() ? work.items() : Math.min(FusionSupport.BLOCK, work.items());
            longest = Math.max(longest, time(work, items));
        }
        return launch + longest;
    }

    /** Returns the time of a phase of members. */
    double phase(List<PhaseWork> members) {
        double sum = barrier;
        for (PhaseWork work : members) {
            sum += time(work, work.items());
        }
        return sum;
    }

    private double time(PhaseWork work, double items) {
        double warps = Math.ceil(items / WARP);
        return round * warps * WARP / ROUND * Math.max(1, (double) work.operations() / LIGHT);
    }

    /**
     * Returns whether members take less as a phase than as a launch. Bodies that loop must be no more than a block has:
     * more blocks would share the work, however long it is.
     */
    boolean pays(List<PhaseWork> members) {
        double looping = 0;
        for (PhaseWork work : members) {
            if (work.reduces() && work.items() > TILE) {
                return false;
            }
            looping += work.repeats() && !work.reduces() ? work.items() : 0;
        }
        return looping <= FusionSupport.BLOCK && phase(members) < apart(members);
    }
}
