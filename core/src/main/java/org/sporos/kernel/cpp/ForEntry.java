package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Required;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;

/** Writes entries that call one body for each index of a policy. */
record ForEntry(EntryFunction entry, List<LoopIr> steps) {
    static CppGeometry write(EntryFunction entry, CppUnit.For unit, CppFunction body) {
        entry.gate(unit.isGated(), "");
        List<LoopIr> steps = List.of(new LoopIr.Call(body, 0, List.of()));
        ForEntry writer = new ForEntry(entry, steps);
        if (unit.policy() instanceof TeamPolicy teams) {
            return writer.team(teams, unit);
        }
        return unit.policy().isDynamic() ? writer.live(unit) : write(entry, unit.policy(), steps);
    }

    private CppGeometry live(CppUnit.For unit) {
        entry.items(unit.policy());
        DynamicRange live = DynamicRange.of(entry, unit);
        LoopPrinter.print(entry, 1, live.reads());
        if (entry.blocks().isPhase()) {
            return phase(unit.policy(), live);
        }
        if (unit.policy() instanceof MDRangePolicy box) {
            // A begin outside of its limits plus the number of a thread could overflow an int.
            LoopPrinter.print(entry, 1, List.of(LoopIr.Leave.entry(live.count() + " == 0")));
            return GridLoops.box(entry, steps, box, live.dimensions());
        }
        Type index = unit.policy() instanceof RangePolicy ? Type.I32 : Type.I64;
        return GridLoops.range(
                entry, steps, live.begin(), live.count(), unit.policy().size(), LaunchConfig.of(unit.policy()), index);
    }

    /** Writes the body of a thread of a team; threads beyond the last team return at once. */
    private CppGeometry team(TeamPolicy teams, CppUnit.For unit) {
        List<LoopIr> nodes = new ArrayList<>();
        TeamShape shape = Required.internal(entry.unit.team(), "the team of a league");
        DynamicRange live = DynamicRange.ofUnit(entry, unit);
        entry.items(teams);
        if (live != null) {
            nodes.addAll(live.reads());
        }
        if (live != null || teams.league() > 0) {
            nodes.add(
                    new LoopIr.Team(shape.type(), shape.arguments(live == null ? "" : live.count(), entry::constant)));
            if (live != null || shape.hasEnd()) {
                nodes.add(LoopIr.Leave.entry("team.league_rank >= team.league_size"));
            }
            nodes.addAll(LoopIr.at(steps, List.of()));
        }
        LoopPrinter.print(entry, 1, nodes);
        return shape.geometry(0);
    }

    /** Writes a loop that runs some steps for each index of a range or box. */
    static CppGeometry write(EntryFunction entry, Policy policy, List<LoopIr> steps) {
        ForEntry writer = new ForEntry(entry, steps);
        entry.items(policy);
        if (!entry.dialect.isGpu()) {
            return writer.host(policy);
        } else if (entry.blocks().isPhase()) {
            return writer.phase(policy, null);
        } else if (policy instanceof RangePolicy range) {
            return writer.range(range.begin(), range.end(), LaunchConfig.of(policy), Type.I32);
        } else if (policy instanceof LongRangePolicy range) {
            return writer.range(range.begin(), range.end(), LaunchConfig.of(policy), Type.I64);
        }
        MDRangePolicy box = (MDRangePolicy) policy;
        return entry.blocks().isPart()
                ? GridLoops.partOfBox(entry, steps, box)
                : GridLoops.box(entry, steps, box, List.of());
    }

    /**
     * Writes the loop of a phase: some threads of a block stride over the positions of a policy.
     *
     * @param live the bounds of this run, or null where they are known
     */
    private CppGeometry phase(Policy policy, @Nullable DynamicRange live) {
        Positions positions = new Positions(entry, policy, live);
        Positions.Indexes indexes = positions.indexes();
        List<LoopIr> body = new ArrayList<>(indexes.lets());
        body.addAll(LoopIr.at(steps, indexes.parts()));
        // Most threads have one position at most, which an unrolled loop would check for more often.
        List<LoopIr> loops = List.of(LoopIr.Loop.over(positions.axis(), body).with(LoopIr.Hint.ROLLED));
        List<MapToGrid.GridAxis> threads = List.of(MapToGrid.GridAxis.striding("thread", "threads"));
        LoopPrinter.print(entry, 1, LoopPipeline.gpu(threads, null).run(loops, entry::local));
        return CppGeometry.block(policy.size());
    }

    private CppGeometry range(long begin, long end, LaunchConfig wanted, Type index) {
        String from = begin == 0 ? "" : entry.begin(begin, index);
        String count = entry.constant("count", end - begin);
        return GridLoops.range(entry, steps, from, count, end - begin, wanted, index);
    }

    /** Writes the loops of the host. */
    private CppGeometry host(Policy policy) {
        // Its parameters come before those of the bounds.
        PrivatizeAtomics privatized = PrivatizeAtomics.onHost(entry, steps);
        List<LoopIr> lowered = lowered(entry, policy, steps);
        List<LoopIr> loops = LoopPipeline.HOST.run(lowered, entry::local);
        if (privatized != null) {
            List<LoopIr> inCopies = LoopPipeline.HOST.run(privatized.inCopies(lowered), entry::local);
            LoopIr.Loop outer = (LoopIr.Loop) lowered.get(0);
            loops = privatized.guarded(outer, inCopies, loops, entry::local);
        }
        LoopPrinter.print(entry, 1, loops);
        return CppGeometry.SINGLE;
    }

    /** Returns the loops of the host over the indexes of a policy, before any pass. */
    static List<LoopIr> lowered(EntryFunction entry, Policy policy, List<LoopIr> steps) {
        List<LoopIr.Axis> axes = new ArrayList<>();
        if (policy instanceof MDRangePolicy box) {
            for (int d = 0; d < box.rank(); d++) {
                String from = box.begin(d) == 0 ? "0" : entry.constant("begin" + d, box.begin(d));
                String to = entry.constant("end" + d, box.end(d));
                axes.add(new LoopIr.Axis("int", entry.local(LoopIr.index(d)), from, to));
            }
        } else {
            Type type = policy instanceof LongRangePolicy ? Type.I64 : Type.I32;
            long begin = policy instanceof RangePolicy range ? range.begin() : ((LongRangePolicy) policy).begin();
            String from = begin == 0 ? "0" : entry.begin(begin, type);
            String to = entry.constant("end", begin + policy.size());
            axes.add(new LoopIr.Axis(Words.type(type), entry.local("i"), from, to));
        }
        List<LoopIr> loops =
                LoopIr.at(steps, axes.stream().map(LoopIr.Axis::index).toList());
        for (int d = axes.size() - 1; d >= 0; d--) {
            loops = List.of(LoopIr.Loop.over(axes.get(d), loops));
        }
        return loops;
    }
}
