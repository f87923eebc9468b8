package org.sporos.plan;

/**
 * The times of a device by which the plan chooses between launches and phases of one block, in microseconds; figures
 * are in docs/benchmarks/shapes-of-small-work-on-h100.md.
 *
 * @param launch the time from one dependent launch with almost no work to the next
 * @param barrier the time from one phase of a block to the next
 * @param round the time of 1,024 work items of light bodies in one block
 * @param iteration the time of an iteration of a native loop, without its launches
 */
public record PhaseCosts(double launch, double barrier, double round, double iteration) {
    /** No phases. */
    public static final PhaseCosts NONE = new PhaseCosts(0, Double.POSITIVE_INFINITY, 0, 0);

    /** Returns whether there are no phases. */
    boolean isNone() {
        return barrier == Double.POSITIVE_INFINITY;
    }
}
