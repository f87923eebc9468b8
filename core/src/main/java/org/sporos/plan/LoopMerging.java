package org.sporos.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Conditional.Kind;
import org.sporos.kernel.ir.Region;

/**
 * Makes one launch of a loop: a block, or a wave of blocks if the body is too large for one, repeats the phases of the
 * body, and evaluates the condition before each iteration. Used by one thread, once.
 *
 * <p>A phase has the units of one level of the body, which is the length of the longest path. A body that phases cannot
 * run as a whole stays as it is.
 */
final class LoopMerging {
    private final Function<LaunchPlan, List<List<PhaseWork>>> works;
    private final PhaseTimes times;
    private final LoopScope scope;
    private final Remarks remarks;

    private LoopMerging(Function<LaunchPlan, List<List<PhaseWork>>> works, FusionSupport merges, Remarks remarks) {
        this.works = works;
        this.times = new PhaseTimes(merges.phases());
        this.scope = merges.persistentLoops();
        this.remarks = remarks;
    }

    /**
     * Returns a graph in which small loops are one launch.
     *
     * @param works returns the work of the members of each unit of a body; an empty list for a unit that phases cannot
     *     run
     */
    static PlanGraph merge(
            PlanGraph graph, Function<LaunchPlan, List<List<PhaseWork>>> works, FusionSupport merges, Remarks remarks) {
        LoopMerging merging = new LoopMerging(works, merges, remarks);
        List<LaunchUnit> units = new ArrayList<>(graph.units());
        units.replaceAll(unit -> unit.isConditional(Kind.WHILE) ? merging.merged(unit) : unit);
        return new PlanGraph(units, graph.first(), graph.before());
    }

    private LaunchUnit merged(LaunchUnit loop) {
        Levels levels = levels(Unphasing.of(loop.bodies().get(0)));
        if (levels == null || !levels.isSmall()) {
            return loop;
        }
        FusionKind kind = times.repeating(levels.works, scope);
        if (kind == FusionKind.NONE) {
            return loop;
        }
        boolean isWave = kind == FusionKind.WAVE_LOOP;
        remarks.looped(
                loop,
                isWave,
                levels.units.size(),
                isWave ? times.waveIteration(levels.works) : times.iteration(levels.works),
                isWave ? times.waveIterationApart(levels.works) : times.iterationApart(levels.works));
        return loop.repeating(kind, levels.units.stream().map(LaunchUnit::phase).toList());
    }

    /** The units of each level, and their work. */
    private record Levels(List<List<LaunchUnit>> units, List<List<PhaseWork>> works) {
        void add(int level, LaunchUnit unit, List<PhaseWork> work) {
            if (level == units.size()) {
                units.add(new ArrayList<>(1));
                works.add(new ArrayList<>(1));
            }
            units.get(level).add(unit);
            works.get(level).addAll(work);
        }

        boolean isSmall() {
            Set<Region> codes = Collections.newSetFromMap(new IdentityHashMap<>());
            works.forEach(level -> level.forEach(work -> codes.addAll(work.codes())));
            return !units.isEmpty() && codes.size() < PhaseMerging.MOST_CODES;
        }
    }

    /** Returns the levels of a body, or null if phases cannot run it. */
    private @Nullable Levels levels(LaunchPlan body) {
        Levels levels = new Levels(new ArrayList<>(), new ArrayList<>());
        List<List<PhaseWork>> work = works.apply(body);
        int[] ends = new int[body.size()];
        for (LaunchUnit unit : body.units()) {
            int u = unit.index();
            for (int k = 0; k < body.predecessorCount(u); k++) {
                ends[u] = Math.max(ends[u], ends[body.predecessor(u, k)]);
            }
            if (!unit.empty()) {
                if (work.get(u).isEmpty()) {
                    return null;
                }
                levels.add(ends[u]++, unit, work.get(u));
            }
        }
        return levels;
    }
}
