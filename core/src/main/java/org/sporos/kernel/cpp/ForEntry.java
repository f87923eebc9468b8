package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;

/** Writes entries that call one body for each index of a policy. */
final class ForEntry {
    /** The members of a team where the user wants no other number. */
    private static final int TEAM = 128;

    private final EntryFunction entry;
    private final List<LoopIr> steps;

    private ForEntry(EntryFunction entry, List<LoopIr> steps) {
        this.entry = entry;
        this.steps = steps;
    }

    static CppGeometry write(EntryFunction entry, CppUnit.For unit, BodyFunction body) {
        entry.gate(unit.isGated(), "");
        List<LoopIr> steps = List.of(new LoopIr.Call(body, 0, List.of()));
        ForEntry writer = new ForEntry(entry, steps);
        if (unit.policy() instanceof TeamPolicy teams) {
            return teams.isLive() ? writer.liveTeams(teams, unit) : writer.team(teams);
        }
        return unit.policy().isLive() ? writer.live(unit) : write(entry, unit.policy(), steps);
    }

    private CppGeometry live(CppUnit.For unit) {
        entry.items(unit.policy());
        LiveRange live = LiveRange.write(entry, unit);
        if (unit.policy() instanceof MDRangePolicy box) {
            // A begin outside of its limits could pass the end of an int where a thread adds its number.
            entry.line(1, "if (" + live.count() + " == 0) return;");
            return GridLoops.box(entry, steps, box, live.dimensions());
        }
        Type index = unit.policy() instanceof RangePolicy ? Type.I32 : Type.I64;
        return GridLoops.range(
                entry, steps, live.begin(), live.count(), unit.policy().size(), WantedLaunch.of(unit.policy()), index);
    }

    /** Blocks behind the last team leave at once. */
    private CppGeometry liveTeams(TeamPolicy teams, CppUnit.For unit) {
        LiveRange live = LiveRange.write(entry, unit);
        entry.line(1, "if ((int) blockIdx.x >= " + live.count() + ") return;");
        entry.line(1, "java::Team team(" + live.count() + ");");
        entry.items(teams);
        call(1);
        return teams.league() == 0 ? CppGeometry.SINGLE : teams(teams);
    }

    /** Writes a loop that takes some steps for each index of a policy that is not made of teams. */
    static CppGeometry write(EntryFunction entry, Policy policy, List<LoopIr> steps) {
        ForEntry writer = new ForEntry(entry, steps);
        entry.items(policy);
        if (!entry.dialect.isGpu()) {
            return writer.host(policy);
        } else if (policy instanceof RangePolicy range) {
            return writer.range(range.begin(), range.end(), WantedLaunch.of(policy), Type.I32);
        } else if (policy instanceof LongRangePolicy range) {
            return writer.range(range.begin(), range.end(), WantedLaunch.of(policy), Type.I64);
        }
        MDRangePolicy box = (MDRangePolicy) policy;
        return entry.blocks().isPart()
                ? GridLoops.partOfBox(entry, steps, box)
                : GridLoops.box(entry, steps, box, List.of());
    }

    private void call(int depth, String... indexes) {
        LoopPrinter.print(entry, depth, LoopIr.at(steps, List.of(indexes)));
    }

    private CppGeometry range(long begin, long end, WantedLaunch wanted, Type index) {
        String from = begin == 0 ? "" : entry.begin(begin, index);
        String count = entry.constant("count", end - begin);
        return GridLoops.range(entry, steps, from, count, end - begin, wanted, index);
    }

    /** Writes the loops of the host. */
    private CppGeometry host(Policy policy) {
        List<LoopIr> loops = lowered(entry, policy, steps);
        LoopPrinter.print(entry, 1, LoopPipeline.HOST.run(loops, entry::local));
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

    private CppGeometry team(TeamPolicy policy) {
        if (entry.dialect.isGpu()) {
            if (policy.league() == 0) {
                // No driver takes a launch of no blocks.
                return CppGeometry.SINGLE;
            }
            entry.line(1, "java::Team team;");
            entry.items(policy);
            call(1);
            return teams(policy);
        }
        String league = entry.constant("league_size", policy.league());
        String members = entry.constant("team_size", policy.team() == TeamPolicy.AUTO ? 1 : policy.team());
        String scratch = entry.constant("scratch_bytes", policy.scratchBytes());
        String rank = entry.local("rank");
        entry.line(1, "for (int " + rank + " = 0; " + rank + " < " + league + "; " + rank + "++) {");
        entry.line(
                2,
                "java::run_team(" + rank + ", " + league + ", " + members + ", " + scratch
                        + ", [&](java::Team& team) {");
        entry.items(policy);
        call(3);
        entry.line(2, "});");
        entry.line(1, "}");
        return CppGeometry.SINGLE;
    }

    /** Returns a block for each team. */
    static CppGeometry teams(TeamPolicy policy) {
        int size = policy.team() == TeamPolicy.AUTO ? TEAM : policy.team();
        int shared = (int) Math.min(Integer.MAX_VALUE, (long) CppGeometry.ROOM_BYTES + policy.scratchBytes());
        return new CppGeometry(size, 1, 1, policy.league(), 1, 1, shared);
    }
}
