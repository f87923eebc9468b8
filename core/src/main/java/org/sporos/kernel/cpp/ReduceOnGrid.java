package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.TeamPolicy;

/**
 * Maps reductions to a grid, one result after the other: warps fold tiles, and the last block to end folds their
 * results. Of teams, which have one contribution each, the last block folds all.
 */
final class ReduceOnGrid implements LoopPass {
    private final EntryFunction entry;
    private final Positions positions;
    private final @Nullable LiveRange live;

    /** @param live the bounds of this run, or null where they are known */
    ReduceOnGrid(EntryFunction entry, Positions positions, @Nullable LiveRange live) {
        this.entry = entry;
        this.positions = positions;
        this.live = live;
    }

    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        List<LoopIr> out = new ArrayList<>();
        for (LoopIr node : loops) {
            if (node instanceof LoopIr.Reduce reduce) {
                // All parts have the same threads for an index: the first has the steps of all.
                List<LoopIr> steps = reduce.steps();
                for (LoopIr.Part part : reduce.parts()) {
                    out.add(new LoopIr.Scope(mapped(reduce, new ReducedPart(entry, positions, part), steps)));
                    steps = List.of();
                }
            } else {
                out.add(node);
            }
        }
        return out;
    }

    private List<LoopIr> mapped(LoopIr.Reduce reduce, ReducedPart part, List<LoopIr> steps) {
        List<LoopIr> out = new ArrayList<>();
        out.add(new LoopIr.Faults());
        ReducedPart.Operator operator = part.operator();
        out.addAll(operator.functions());
        LoopIr.Lambda sink = part.sink();
        if (!(reduce.policy() instanceof TeamPolicy teams)) {
            out.addAll(tiles(reduce.policy().size(), part, operator.text(), steps, sink));
        } else if (teams.league() == 0) {
            out.add(new LoopIr.Give(sink, part.identity));
        } else if (live != null) {
            out.add(liveTeams(live.count(), teams, part, operator.text(), sink));
        } else {
            out.addAll(teams("", teams, part, operator.text(), sink));
        }
        out.add(new LoopIr.Report(reduce.steps().size()));
        return out;
    }

    private List<LoopIr> tiles(long size, ReducedPart part, String operator, List<LoopIr> steps, LoopIr.Lambda sink) {
        List<String> arguments = new ArrayList<>(List.of(positions.count(), part.identity, operator));
        LoopIr.Lambda value = part.contributions(part.contribution(), steps);
        arguments.add(value.name());
        arguments.add(part.partials(ReducedPart.units(size, true)));
        arguments.add(counter());
        if (entry.blocks().isPart()) {
            arguments.addAll(List.of("block", "blocks"));
        }
        return List.of(value, new LoopIr.Prelude("java::reduce", arguments, sink));
    }

    private List<LoopIr> teams(String league, TeamPolicy teams, ReducedPart part, String operator, LoopIr.Lambda sink) {
        String value = entry.local("value");
        LoopIr.Value contribution = part.contribution(part.contribution(), List.of(), "team.league_rank");
        String partials = part.partials(teams.league());
        List<String> arguments = List.of("team", part.identity, operator, value, partials, counter());
        return List.of(
                new LoopIr.Team(league),
                new LoopIr.LetCall("const " + part.element, value, contribution),
                new LoopIr.Prelude("java::reduce_blocks", arguments, sink));
    }

    /** The block of the first team gives the result of no teams; blocks behind the last one have left. */
    private LoopIr liveTeams(String count, TeamPolicy teams, ReducedPart part, String operator, LoopIr.Lambda sink) {
        LoopIr none = new LoopIr.Guard("threadIdx.x == 0", List.of(new LoopIr.Give(sink, part.identity)), List.of());
        return new LoopIr.Guard(count + " > 0", teams(count, teams, part, operator, sink), List.of(none));
    }

    private String counter() {
        return entry.parameter("unsigned*", "counter", new CppArgument.CounterAddress(1));
    }
}
