package org.sporos.kernel.cpp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** The question whether all places exist that some steps take for some indexes, before any of the steps is done. */
final class ReachQuestion {
    private ReachQuestion() {}

    /**
     * Writes the question, and returns the variable that is true if all places exist.
     *
     * @param head the head of a loop over the indexes
     * @param indexes writes at a depth, inside of the loop, what an index is made of, and returns its parts
     */
    static String write(
            EntryFunction entry, int depth, List<Step.Reach> steps, String head, IntFunction<String[]> indexes) {
        String inside = entry.local("inside");
        Map<DeferredBoundsChecks.Bound, String> farthest = new LinkedHashMap<>();
        for (Step.Reach step : steps) {
            step.bounds().forEach(bound -> farthest.computeIfAbsent(bound, b -> entry.local("farthest")));
        }
        entry.line(depth, "bool " + inside + " = " + DeferredBoundsChecks.exist(farthest.keySet()) + ";");
        entry.line(depth, "if (" + inside + ") {");
        farthest.forEach((bound, name) -> entry.line(depth + 1, bound.type() + " " + name + " = 0;"));
        entry.line(depth + 1, head);
        String[] parts = indexes.apply(depth + 2);
        for (Step.Reach step : steps) {
            step.write(
                    entry, depth + 2, step.bounds().stream().map(farthest::get).toList(), parts);
        }
        entry.line(depth + 1, "}");
        entry.line(depth + 1, inside + " = " + DeferredBoundsChecks.areInside(farthest) + ";");
        entry.line(depth, "}");
        return inside;
    }
}
