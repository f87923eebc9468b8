package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.MDRangePolicy;

/**
 * Maps reductions to a grid, one result after the other: warps or blocks fold tiles, and the last block to finish folds
 * their results. A team has one contribution, and the last block folds those of all teams. One thread of the last block
 * runs the calls after the results. In a wave, without such calls, each block folds the results of the tiles for
 * itself, after a barrier.
 *
 * @param live the dynamic bounds, or null if they are static
 */
record ReduceOnGrid(
        EntryFunction entry, Positions positions, @Nullable DynamicRange live) implements LoopPass {
    /** The threads of a block that folds whole tiles; the device runs several such blocks at once. */
    static final int TOGETHER = 512;
    /** The maximum number of tiles for which blocks fold tiles, if a contribution is little more than a load. */
    private static final int FEW = 512;
    /** The maximum number of tiles for which blocks fold tiles, if no contribution has a loop. */
    private static final int MANY = 2048;

    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        List<LoopIr> out = new ArrayList<>();
        for (LoopIr node : loops) {
            if (node instanceof LoopIr.Reduce reduce) {
                // All parts map an index to the same thread, so the first part runs the steps.
                List<LoopIr> steps = reduce.steps();
                String last = reduce.after().isEmpty() ? "" : names.apply("last");
                if (!last.isEmpty()) {
                    out.add(new LoopIr.Let("bool", last, "false"));
                }
                for (LoopIr.Part part : reduce.parts()) {
                    out.add(new LoopIr.Scope(mapped(reduce, new ReducedPart(entry, positions, part), steps, last)));
                    steps = List.of();
                }
                if (!last.isEmpty()) {
                    // The last block of the last part sees all results: a block folds a part before it starts the next.
                    out.add(LoopIr.Leave.entry("!" + last));
                    out.add(new LoopIr.Barrier());
                    out.add(LoopIr.Leave.entry("threadIdx.x != 0"));
                    out.addAll(reduce.after());
                }
            } else {
                out.add(node);
            }
        }
        return out;
    }

    /** Returns whether blocks, not warps, fold tiles, with shorter dependence chains per thread. */
    static boolean foldsByBlocks(EntryFunction entry, LoopIr.Reduce reduce) {
        boolean isLoad = reduce.steps().isEmpty() && !(reduce.policy() instanceof MDRangePolicy);
        long most = isLoad ? entry.blocks().isPart() ? 0 : FEW : MANY;
        return entry.blocks().isPhase()
                || entry.hasLoops()
                || ReducedPart.units(reduce.policy().size(), true) <= most;
    }

    /** Returns the type that folds tiles: all parts of a kernel share the memory of a tile. */
    private String tiles(LoopIr.Reduce reduce) {
        boolean isWide = entry.blocks() != BlockIndexing.OF_LAUNCH
                || reduce.parts().stream()
                        .anyMatch(part -> part.reduction().op().hasLocation());
        return foldsByBlocks(entry, reduce) ? "java::TilesOfBlocks<" + (isWide ? 16 : 8) + ">" : "java::TilesOfWarps";
    }

    /** @param last the variable that is true if this block has folded the results, or empty */
    private List<LoopIr> mapped(LoopIr.Reduce reduce, ReducedPart part, List<LoopIr> steps, String last) {
        List<LoopIr> out = new ArrayList<>();
        out.add(new LoopIr.Faults());
        ReducedPart.Operator operator = part.operator();
        out.addAll(operator.functions());
        LoopIr.Lambda sink = part.sink();
        TeamShape shape = entry.unit.team();
        if (shape == null) {
            out.addAll(tiles(reduce, part, operator.text(), steps, sink, last));
        } else if (shape.policy().league() == 0) {
            out.add(new LoopIr.Give(sink, part.identity));
        } else if (live != null) {
            out.add(dynamicTeams(live.count(), shape, part, operator.text(), sink));
        } else {
            out.addAll(teams("", shape, part, operator.text(), sink));
        }
        out.add(new LoopIr.Report(reduce.steps().size()));
        return out;
    }

    private List<LoopIr> tiles(
            LoopIr.Reduce reduce,
            ReducedPart part,
            String operator,
            List<LoopIr> steps,
            LoopIr.Lambda sink,
            String last) {
        List<String> arguments = new ArrayList<>(List.of(positions.count(), part.identity, operator));
        LoopIr.Lambda value = part.contributions(part.contribution(), steps);
        arguments.add(value.name());
        arguments.add(part.partials(ReducedPart.units(reduce.policy().size(), true)));
        if (entry.blocks() == BlockIndexing.OF_PHASE) {
            // A single block needs no counter.
            arguments.addAll(List.of("nullptr", "0", "1"));
        } else {
            arguments.add(counter());
            arguments.addAll(entry.blocks().isPart() ? List.of("block", "blocks") : List.of());
        }
        // The calls after a result run in one block, which other blocks must not outrun with stores of the result.
        boolean isWave = entry.blocks() == BlockIndexing.OF_WAVE && last.isEmpty();
        String function = (isWave ? "java::reduce_in_wave<" : "java::reduce<") + tiles(reduce) + ">";
        return List.of(value, new LoopIr.Prelude(last, function, arguments, sink));
    }

    private List<LoopIr> teams(String league, TeamShape shape, ReducedPart part, String operator, LoopIr.Lambda sink) {
        String value = entry.local("value");
        LoopIr.Value contribution = part.contribution(part.contribution(), List.of(), "team.league_rank");
        if (!league.isEmpty() && shape.perBlock() > 1 || shape.hasEnd()) {
            contribution = contribution.in("team.league_rank < team.league_size ? ", " : " + part.identity);
        }
        String partials = part.partials(shape.policy().league());
        List<String> arguments = List.of("team", part.identity, operator, value, partials, counter());
        return List.of(
                new LoopIr.Team(shape.type(), shape.arguments(league, entry::constant)),
                new LoopIr.LetCall("const " + part.element, value, contribution),
                new LoopIr.Prelude("java::reduce_blocks", arguments, sink));
    }

    /** The block of the first team stores the result of no teams; blocks beyond the last one have returned. */
    private LoopIr dynamicTeams(String count, TeamShape shape, ReducedPart part, String operator, LoopIr.Lambda sink) {
        LoopIr none = new LoopIr.Guard("threadIdx.x == 0", List.of(new LoopIr.Give(sink, part.identity)), List.of());
        return new LoopIr.Guard(count + " > 0", teams(count, shape, part, operator, sink), List.of(none));
    }

    private String counter() {
        return entry.parameter("unsigned*", "counter", new CppArgument.CounterAddress(1));
    }
}
