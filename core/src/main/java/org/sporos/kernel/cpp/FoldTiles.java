package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reduces one tile on the host; Java code reduces the results of tiles. Parts whose contributions have no branches, or
 * whose gathered loads can be checked before the tile, share a loop over its rows: they share loads, and the latency of
 * one part's division is hidden by the others.
 */
record FoldTiles(EntryFunction entry, Positions positions) implements LoopPass {
    @Override
    public List<LoopIr> apply(List<LoopIr> loops, UnaryOperator<String> names) {
        List<LoopIr> out = new ArrayList<>();
        for (LoopIr node : loops) {
            if (node instanceof LoopIr.Reduce reduce) {
                List<LoopIr> steps = reduce.steps();
                for (List<Folded> group : groups(reduce)) {
                    out.add(new LoopIr.Scope(
                            new Tile(group, names, steps, reduce.steps().size()).nodes()));
                    steps = List.of();
                }
            } else {
                out.add(node);
            }
        }
        return out;
    }

    /** @param checked its versions with the checks of gathered loads hoisted, or null */
    private record Folded(ReducedPart part, HoistBoundsChecks.@Nullable Versions checked) {
        /**
         * Returns the key of parts that can share a loop: 0 with branches, else the size of an element (vectors need
         * equal sizes), negated if loads are checked before the tile.
         */
        int kind() {
            if (checked != null) {
                return -part.bytes();
            }
            CppFunction contribution = part.contribution();
            return VectorizationHeuristics.branches(contribution.body()) || contribution.canFail() ? 0 : part.bytes();
        }

        CppFunction version(boolean isInside) {
            return isInside && checked != null ? checked.inside() : part.contribution();
        }
    }

    private Collection<List<Folded>> groups(LoopIr.Reduce reduce) {
        Map<Integer, List<Folded>> groups = new LinkedHashMap<>();
        for (LoopIr.Part part : reduce.parts()) {
            HoistBoundsChecks.Versions checked =
                    reduce.steps().isEmpty() ? HoistBoundsChecks.Versions.of(part.contribution()) : null;
            Folded folded = new Folded(new ReducedPart(entry, positions, part), checked);
            groups.computeIfAbsent(folded.kind(), kind -> new ArrayList<>()).add(folded);
        }
        return groups.values();
    }

    /** The parts of one loop over the rows of a tile. */
    private final class Tile {
        private final List<Folded> parts;
        private final UnaryOperator<String> names;
        private final List<LoopIr> steps;
        private final int member;
        private final List<String> operators = new ArrayList<>();
        private final List<String> lanes = new ArrayList<>();

        Tile(List<Folded> parts, UnaryOperator<String> names, List<LoopIr> steps, int member) {
            this.parts = parts;
            this.names = names;
            this.steps = steps;
            this.member = member;
        }

        List<LoopIr> nodes() {
            List<LoopIr> out = new ArrayList<>();
            out.add(new LoopIr.Faults());
            if (parts.size() == 1 && parts.get(0).checked() == null) {
                out.addAll(alone(parts.get(0).part()));
            } else {
                out.addAll(together());
            }
            out.add(new LoopIr.Report(member));
            return out;
        }

        private List<LoopIr> alone(ReducedPart part) {
            String operator = part.operator().text();
            LoopIr.Lambda sink = part.sink();
            String count = positions.count();
            LoopIr.Lambda value = part.contributions(part.contribution(), steps);
            List<String> arguments = List.of(count, part.identity, operator, value.name());
            return List.of(value, new LoopIr.Prelude("java::reduce", arguments, sink));
        }

        private List<LoopIr> together() {
            List<LoopIr> out = new ArrayList<>();
            // The count must be the first of the entry's own parameters: launches of tiles set it.
            LoopIr.Axis axis = positions.axis();
            for (Folded folded : parts) {
                operators.add(folded.part().operator().text());
                lanes.add(names.apply("lane"));
                out.add(new LoopIr.Lanes(folded.part().element, lanes.get(lanes.size() - 1)));
            }
            List<HoistBoundsChecks.Versions> checked = new ArrayList<>();
            for (Folded folded : parts) {
                if (folded.checked() != null) {
                    checked.add(folded.checked());
                }
            }
            if (checked.isEmpty()) {
                out.addAll(rows(axis, false));
            } else {
                Positions.Indexes indexes = positions.indexes();
                LoopIr.Loop tile = LoopIr.Loop.over(axis, indexes.lets());
                LoopIr.BoundsCheck check = HoistBoundsChecks.check(checked, tile, indexes.parts(), names);
                out.add(check);
                out.add(new LoopIr.Guard(check.inside(), rows(axis, true), rows(axis, false)));
            }
            for (int k = 0; k < parts.size(); k++) {
                String all = "java::folded(" + lanes.get(k) + ", " + operators.get(k) + ")";
                out.add(new LoopIr.Give(parts.get(k).part().sink(), all));
            }
            return out;
        }

        /** Returns the loop over the rows, which folds each column into its lane, starting from the identity. */
        private List<LoopIr> rows(LoopIr.Axis axis, boolean isInside) {
            List<LoopIr> out = new ArrayList<>();
            List<LoopIr> before = steps;
            List<LoopIr.Lambda> values = new ArrayList<>();
            for (Folded folded : parts) {
                values.add(folded.part().contributions(folded.version(isInside), before));
                before = List.of();
            }
            out.addAll(values);
            String lane = names.apply("l");
            List<LoopIr> body = new ArrayList<>();
            for (int k = 0; k < parts.size(); k++) {
                ReducedPart part = parts.get(k).part();
                String identity = "(" + part.element + ") " + part.identity;
                out.add(new LoopIr.Prelude("java::begin", List.of(lanes.get(k), identity), null));
                String value = values.get(k).name() + "(" + axis.index() + ")";
                body.add(new LoopIr.Combine(lanes.get(k) + "[" + lane + "]", operators.get(k), value));
            }
            out.add(new LoopIr.Rows(axis, lane, body));
            return out;
        }
    }
}
