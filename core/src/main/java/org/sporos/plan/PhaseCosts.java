package org.sporos.plan;

/**
 * The times of a device by which the plan chooses between launches and phases, in microseconds; figures are in
 * docs/benchmarks/shapes-of-small-work.md.
 *
 * @param launch the time from one dependent launch with almost no work to the next
 * @param barrier the time from one phase of a block to the next
 * @param round the time of 1,024 work items of light bodies in one block
 * @param iteration the time of an iteration of a native loop, without its launches
 * @param waveBarrier the time from one phase of a wave to the next; infinite if blocks cannot wait for each other
 * @param speedup how many times as fast as one block the whole device does work items of light bodies
 */
public record PhaseCosts(
        double launch, double barrier, double round, double iteration, double waveBarrier, double speedup) {
    /** No phases. */
    public static final PhaseCosts NONE = new PhaseCosts(0, Double.POSITIVE_INFINITY, 0, 0);

    /** Makes costs of a device without waves. */
    public PhaseCosts(double launch, double barrier, double round, double iteration) {
        this(launch, barrier, round, iteration, Double.POSITIVE_INFINITY, 1);
    }

    /** Returns these costs with those of waves. */
    public PhaseCosts withWaves(double waveBarrierCost, double speedupOfWaves) {
        return new PhaseCosts(launch, barrier, round, iteration, waveBarrierCost, speedupOfWaves);
    }

    /** Returns whether there are no phases. */
    boolean isNone() {
        return barrier == Double.POSITIVE_INFINITY;
    }
}
