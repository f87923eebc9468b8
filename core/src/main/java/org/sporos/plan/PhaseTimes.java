package org.sporos.plan;

import java.util.List;

/** The times of launches and phases by the costs of a device. */
record PhaseTimes(PhaseCosts costs) {
    /** The work items that a block runs concurrently. */
    private static final int ROUND = 1024;
    /** The operations of a light body, whose time is dominated by its memory accesses. */
    private static final int LIGHT = 50;

    /** The items of a reduction that are one tile, which one block folds anyhow. */
    private static final int TILE = 2048;

    private static final int WARP = 32;

    /**
     * The greatest time of a phase relative to that of a launch. A smaller gain is within the error of the costs, which
     * predict 22 us for a chain of 22 to 27 us in one hand-written block;
     * docs/benchmarks/shapes-of-small-work.md.
     */
    private static final double SURE_GAIN = 0.9;

    /** Returns the time of a launch of concurrent members, which is that of the longest. */
    double apart(List<PhaseWork> members) {
        double longest = 0;
        for (PhaseWork work : members) {
            double items = work.reduces() ? work.items() : Math.min(FusionSupport.BLOCK, work.items());
            longest = Math.max(longest, time(work, items));
        }
        return costs.launch() + longest;
    }

    /** Returns the time of a phase of members. */
    double phase(List<PhaseWork> members) {
        double sum = costs.barrier();
        for (PhaseWork work : members) {
            sum += time(work, work.items());
        }
        return sum;
    }

    private double time(PhaseWork work, double items) {
        double warps = Math.ceil(items / WARP);
        return costs.round() * warps * WARP / ROUND * Math.max(1, (double) work.operations() / LIGHT);
    }

    /** Returns whether members are certainly faster as a phase than as a launch. */
    boolean pays(List<PhaseWork> members) {
        return isForBlock(members) && phase(members) < SURE_GAIN * apart(members);
    }

    /**
     * Returns whether one block can do the work of members. Bodies with loops must fit into one block: more blocks
     * would share work of unknown length.
     */
    private static boolean isForBlock(List<PhaseWork> members) {
        double looping = 0;
        for (PhaseWork work : members) {
            if (work.reduces() && work.items() > TILE) {
                return false;
            }
            looping += work.repeats() && !work.reduces() ? work.items() : 0;
        }
        return looping <= FusionSupport.BLOCK;
    }

    /** Returns the time of an iteration of phases, after which a thread evaluates the condition. */
    double iteration(List<List<PhaseWork>> phases) {
        return phases.stream().mapToDouble(this::phase).sum() + costs.barrier();
    }

    /** Returns the time of an iteration of launches, after which another launch evaluates the condition. */
    double iterationApart(List<List<PhaseWork>> phases) {
        return costs.iteration() + phases.stream().mapToDouble(this::apart).sum() + costs.launch();
    }

    /** Returns the time of an iteration of phases in a wave, whose last barrier has the condition evaluated. */
    double waveIteration(List<List<PhaseWork>> phases) {
        return phases.size() * costs.waveBarrier() + shared(phases);
    }

    /** Returns the time of an iteration of launches that share the device as the phases of a wave do. */
    double waveIterationApart(List<List<PhaseWork>> phases) {
        return costs.iteration() + (phases.size() + 1) * costs.launch() + shared(phases);
    }

    /** Returns the time of work that the whole device does. */
    private double shared(List<List<PhaseWork>> phases) {
        double sum = 0;
        for (List<PhaseWork> phase : phases) {
            for (PhaseWork work : phase) {
                sum += time(work, Math.ceil(work.items() / costs.speedup()));
            }
        }
        return sum;
    }

    /** Returns the faster kind of loop in one launch, or none unless it is certainly faster than launches. */
    FusionKind repeating(List<List<PhaseWork>> phases, LoopScope scope) {
        double inBlock = iteration(phases);
        boolean blockPays =
                phases.stream().allMatch(PhaseTimes::isForBlock) && inBlock < SURE_GAIN * iterationApart(phases);
        double inWave = waveIteration(phases);
        boolean wavePays = scope == LoopScope.WAVE && inWave < SURE_GAIN * waveIterationApart(phases);
        if (blockPays && (!wavePays || inBlock <= inWave)) {
            return FusionKind.LOOP;
        }
        return wavePays ? FusionKind.WAVE_LOOP : FusionKind.NONE;
    }
}
