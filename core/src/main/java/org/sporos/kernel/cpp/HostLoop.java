package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.MDRangePolicy;

/**
 * Writes loops that take some steps for each index, on the host, such that a compiler makes the most of a core's
 * vectors.
 */
final class HostLoop {
    /** The names of indexes. */
    static final String INDEXES = "ijkl";

    /** The number of vectors in a pass that keeps a core's loads and stores busy. */
    private static final String UNROLLING = "_Pragma(\"GCC unroll 8\") ";

    /**
     * Says that no pass waits for another one: else a compiler asks, as often as a loop begins, whether each two of the
     * places in a view lie apart, and gives up where these are many.
     */
    private static final String INDEPENDENT = "_Pragma(\"GCC ivdep\") ";

    /** Keeps a short loop of several stores a loop until it is a vector: else a compiler forgets what it was told. */
    private static final String WHOLE = "_Pragma(\"GCC unroll 1\") ";

    private final EntryFunction entry;
    private final List<Step> steps;

    HostLoop(EntryFunction entry, List<Step> steps) {
        this.entry = entry;
        this.steps = steps;
    }

    /** An index and its bounds, as C++. */
    record Axis(String type, String index, String from, String to) {
        String first() {
            return type + " " + index + " = " + from;
        }

        String below() {
            return index + " < " + to;
        }

        Axis within(String first, String end) {
            return new Axis(type, index, first, end);
        }

        String head() {
            return "for (" + first() + "; " + below() + "; " + index + "++) {";
        }
    }

    /**
     * Writes a loop over a range. Where all steps store at the index, the vectors that they store never cross a line.
     */
    void range(Axis axis) {
        if (isSplit()) {
            split(1, axis, new String[] {axis.index()});
        } else if (isStrided()) {
            strided(1, axis, steps.get(0), axis.index());
        } else if (steps.stream().anyMatch(step -> step.reach() != null)) {
            reached(axis);
        } else {
            whole(1, axis);
        }
    }

    /**
     * Writes a loop in strips. Of each it is asked first whether all elements that are loaded at indexes from lists
     * exist; then the steps need no checks, of which no compiler makes vectors. Else the steps are as they are.
     */
    private void reached(Axis axis) {
        String i = axis.index();
        String stop = entry.local("stop");
        String k = entry.local("k");
        List<Step.Reach> asked = new ArrayList<>();
        List<Step> fast = new ArrayList<>();
        for (Step step : steps) {
            Step.Reach reach = step.reach();
            fast.add(reach == null ? step : reach.inside());
            if (reach != null) {
                asked.add(reach);
            }
        }
        entry.line(1, "for (" + axis.first() + "; " + axis.below() + ";) {");
        String rest = left(axis) + " > java::STRIP ? " + i + " + java::STRIP : " + axis.to();
        entry.line(2, "const " + axis.type() + " " + stop + " = " + rest + ";");
        String head = "for (" + axis.type() + " " + k + " = " + i + "; " + k + " < " + stop + "; " + k + "++) {";
        String inside = ReachQuestion.write(entry, 2, asked, head, depth -> new String[] {k});
        Axis strip = new Axis(axis.type(), entry.local("k"), i, stop);
        entry.line(2, "if (" + inside + ") {");
        new HostLoop(entry, fast).whole(3, strip);
        entry.line(2, "} else {");
        whole(3, strip);
        entry.line(2, "}");
        entry.line(2, i + " = " + stop + ";");
        entry.line(1, "}");
    }

    private boolean isStrided() {
        return steps.get(0).stride() > 1;
    }

    private boolean isSplit() {
        return steps.stream().anyMatch(step -> step.split() != null);
    }

    /**
     * Writes a loop over the last index in three pieces: most indexes have a body with fewer branches, the ends before
     * and behind them the one for all. A row that is whole vectors is one piece where its ends can be in vectors too:
     * else each of these few indexes takes as long as a vector.
     *
     * @param indexes of which the last is that of the axis
     */
    private void split(int depth, Axis axis, String[] indexes) {
        DenseRow whole = isStrided() ? null : wholeRow(indexes);
        if (whole == null) {
            pieces(depth, axis, indexes);
            return;
        }
        entry.widen();
        String length = "((long long) " + axis.to() + " - " + axis.from() + ")";
        String lanes = "(java::VECTOR / " + whole.bytes() + ")";
        entry.line(depth, "if (java::VECTOR == 64 && " + length + " % " + lanes + " == 0) {");
        passes(depth + 1, INDEPENDENT + axis.head(), indexes);
        entry.line(depth, "} else {");
        pieces(depth + 1, axis, indexes);
        entry.line(depth, "}");
    }

    /** Returns a row that the steps store, if they store planes and branch at no index, also at those of the ends. */
    private @Nullable DenseRow wholeRow(String[] indexes) {
        Step step = steps.get(0);
        Step.Split split = step.split();
        return indexes.length > 1 && steps.size() == 1 && split != null && storesPlanes() && step.isStraight()
                ? split.inside().row(Arrays.copyOf(indexes, indexes.length - 1))
                : null;
    }

    private void pieces(int depth, Axis axis, String[] indexes) {
        String low = entry.local("low");
        String high = entry.local("high");
        entry.line(depth, "long long " + low + " = " + axis.from() + ", " + high + " = " + axis.to() + ";");
        for (Step step : steps) {
            Step.Split split = step.split();
            if (split != null) {
                split.narrow(entry, depth, low, high, indexes);
            }
        }
        String first = entry.local("first");
        String last = entry.local("last");
        String type = "const " + axis.type() + " ";
        String to = "(" + axis.type() + ") ";
        entry.line(depth, type + first + " = " + low + " < " + high + " ? " + to + low + " : " + axis.to() + ";");
        entry.line(depth, type + last + " = " + low + " < " + high + " ? " + to + high + " : " + axis.to() + ";");
        piece(depth, axis.within(axis.from(), first), indexes);
        List<Step> inside = new ArrayList<>();
        for (Step step : steps) {
            Step.Split split = step.split();
            inside.add(split == null ? step : split.inside());
        }
        entry.line(depth, "{");
        HostLoop loop = new HostLoop(entry, inside);
        if (isStrided()) {
            strided(depth + 1, axis.within(first, last), inside.get(0), indexes);
        } else if (indexes.length == 1) {
            loop.whole(depth + 1, axis.within(first, last));
        } else {
            loop.row(depth + 1, axis.within(first, last), indexes);
        }
        entry.line(depth, "}");
        piece(depth, axis.within(last, axis.to()), indexes);
    }

    private void piece(int depth, Axis axis, String[] indexes) {
        if (isStrided()) {
            strided(depth, axis, steps.get(0), indexes);
        } else {
            passes(depth, axis.head(), indexes);
        }
    }

    /**
     * Writes a loop with a stride. It counts its iterations, because an index beyond the last one could pass the end of
     * an int.
     *
     * @param step the step, or that for the indexes inside
     */
    private void strided(int depth, Axis axis, Step step, String... indexes) {
        String[] from = indexes.clone();
        from[from.length - 1] = axis.from();
        int stride = steps.get(0).stride();
        String skipped = entry.local("skipped");
        String count = entry.local("count");
        String first = entry.local("first");
        String k = entry.local("k");
        String type = "const " + axis.type() + " ";
        String length = "(long long) " + axis.to() + " - " + axis.from();
        entry.line(depth, "const int " + skipped + " = " + steps.get(0).skipped(from) + ";");
        String counted = "java::strides(" + length + ", " + skipped + ", " + stride + ")";
        entry.line(depth, type + count + " = (" + axis.type() + ") " + counted + ";");
        String begin = count + " > 0 ? " + axis.from() + " + " + skipped + " : " + axis.from();
        entry.line(depth, type + first + " = " + begin + ";");
        String hint = step.isIndependent() ? INDEPENDENT : "";
        entry.line(depth, hint + "for (" + axis.type() + " " + k + " = 0; " + k + " < " + count + "; " + k + "++) {");
        entry.line(depth + 1, type + axis.index() + " = " + first + " + " + k + " * " + stride + ";");
        step.write(entry, depth + 1, indexes);
        entry.line(depth, "}");
    }

    private void whole(int depth, Axis axis) {
        String i = axis.index();
        String filled = steps.get(0).filled();
        if (filled.isEmpty() || steps.stream().anyMatch(step -> step.filled().isEmpty())) {
            strips(depth, axis);
            return;
        }
        entry.widen();
        entry.line(depth, axis.first() + ";");
        String toLine = axis.below() + " && !java::begins_line(" + filled + " + " + i + ")";
        passes(depth, "for (; " + toLine + "; " + i + "++) {", i);
        String all = "for (; " + axis.below() + "; " + i + "++) {";
        passes(depth, UNROLLING + all, i);
    }

    /**
     * Writes a loop, in strips where steps branch: those have loops of their own, in which a wrong guess undoes nothing
     * of other steps. What one step stores the next finds in the nearest cache. Neighbours that do not branch share
     * what they load.
     */
    private void strips(int depth, Axis axis) {
        List<List<Step>> groups = groups();
        String i = axis.index();
        if (groups.size() == 1) {
            passes(depth, hint() + axis.head(), i);
            return;
        }
        String k = entry.local("k");
        String stop = entry.local("stop");
        entry.line(depth, "for (" + axis.first() + "; " + axis.below() + ";) {");
        String rest = left(axis) + " > java::STRIP ? " + i + " + java::STRIP : " + axis.to();
        entry.line(depth + 1, "const " + axis.type() + " " + stop + " = " + rest + ";");
        for (List<Step> group : groups) {
            entry.line(
                    depth + 1,
                    "for (" + axis.type() + " " + k + " = " + i + "; " + k + " < " + stop + "; " + k + "++) {");
            Step.all(group, entry, depth + 2, k);
            entry.line(depth + 1, "}");
        }
        entry.line(depth + 1, i + " = " + stop + ";");
        entry.line(depth, "}");
    }

    /** Returns the steps that have a loop together. */
    private List<List<Step>> groups() {
        List<List<Step>> groups = new ArrayList<>();
        boolean alone = true;
        for (Step step : steps) {
            if (alone || step.branches()) {
                groups.add(new ArrayList<>());
            }
            groups.get(groups.size() - 1).add(step);
            alone = step.branches();
        }
        return groups;
    }

    private void passes(int depth, String head, String... indexes) {
        entry.line(depth, head);
        Step.all(steps, entry, depth + 1, indexes);
        entry.line(depth, "}");
    }

    /** Writes a loop over a box. Where neighbours load many of the same elements, two rows are done at once. */
    CppGeometry box(MDRangePolicy box) {
        List<Axis> axes = new ArrayList<>();
        for (int d = 0; d < box.rank(); d++) {
            String from = box.begin(d) == 0 ? "0" : entry.constant("begin" + d, box.begin(d));
            String to = entry.constant("end" + d, box.end(d));
            String i = entry.local(INDEXES.substring(d, d + 1));
            axes.add(new Axis("int", i, from, to));
        }
        int row = box.rank() - 2;
        for (int d = 0; d < row; d++) {
            entry.line(1 + d, axes.get(d).head());
        }
        rows(1 + row, axes, axes.get(row));
        for (int d = row; d > 0; d--) {
            entry.line(d, "}");
        }
        return CppGeometry.SINGLE;
    }

    private void rows(int depth, List<Axis> axes, Axis row) {
        String[] indexes = axes.stream().map(Axis::index).toArray(String[]::new);
        String along = hint() + axes.get(axes.size() - 1).head();
        if (isSplit()) {
            entry.line(depth, row.head());
            split(depth + 1, axes.get(axes.size() - 1), indexes);
            entry.line(depth, "}");
            return;
        }
        if (isStrided()) {
            entry.line(depth, row.head());
            strided(depth + 1, axes.get(axes.size() - 1), steps.get(0), indexes);
            entry.line(depth, "}");
            return;
        }
        if (steps.size() > 1 || !steps.get(0).sharesRows()) {
            entry.line(depth, row.head());
            row(depth + 1, axes.get(axes.size() - 1), indexes);
            entry.line(depth, "}");
            return;
        }
        String[] next = indexes.clone();
        next[axes.indexOf(row)] += " + 1";
        entry.line(depth, row.first() + ";");
        // An int could wrap here.
        entry.line(depth, "for (; (long long) " + row.to() + " - " + row.index() + " > 1; " + row.index() + " += 2) {");
        entry.line(depth + 1, along);
        Step.all(steps, entry, depth + 2, indexes);
        Step.all(steps, entry, depth + 2, next);
        entry.line(depth + 1, "}");
        entry.line(depth, "}");
        entry.line(depth, "if (" + row.below() + ") {");
        passes(depth + 1, along, indexes);
        entry.line(depth, "}");
    }

    private void row(int depth, Axis along, String[] indexes) {
        String[] before = Arrays.copyOf(indexes, indexes.length - 1);
        DenseRow view = steps.size() > 1 ? null : steps.get(0).row(before);
        String rest = "for (; " + along.below() + "; " + along.index() + "++) {";
        if (view != null) {
            entry.widen();
            entry.line(depth, along.first() + ";");
            String lanes = entry.local("lanes");
            entry.line(depth, "constexpr int " + lanes + " = java::VECTOR / " + view.bytes() + ";");
            // Planes gain where no vector crosses a line, and lose a little where each one is half a line.
            String lines = storesPlanes() ? "java::VECTOR == 64 && " : "";
            entry.line(depth, "if (" + lines + left(along) + " >= " + lanes + ") {");
            vectors(depth + 1, along, view, lanes, indexes);
            entry.line(depth, "} else {");
            passes(depth + 1, hint() + rest, indexes);
            entry.line(depth, "}");
        } else {
            passes(depth, hint() + along.head(), indexes);
        }
    }

    /**
     * Writes a row as whole vectors, of which the first and the last one do some indexes twice. Of what is loaded and
     * stored as much as possible crosses no line in the others.
     */
    private void vectors(int depth, Axis along, DenseRow view, String lanes, String[] indexes) {
        String j = along.index();
        vector(depth, along, j, lanes, indexes);
        String toLine = j + " += " + lanes + " - java::behind_line(" + view.pointer() + " + " + j + ");";
        entry.line(depth, toLine);
        entry.line(depth, "for (; " + left(along) + " >= " + lanes + "; " + j + " += " + lanes + ") {");
        vector(depth + 1, along, j, lanes, indexes);
        entry.line(depth, "}");
        entry.line(depth, "if (" + along.below() + ") {");
        vector(depth + 1, along, along.to() + " - " + lanes, lanes, indexes);
        entry.line(depth, "}");
    }

    private void vector(int depth, Axis along, String from, String lanes, String[] indexes) {
        String k = entry.local("k");
        String[] inside = indexes.clone();
        inside[inside.length - 1] = k;
        String below = k + " < " + from + " + " + lanes + "; " + k + "++) {";
        String manner = storesPlanes() ? INDEPENDENT + WHOLE : "";
        passes(depth, manner + "for (" + along.type() + " " + k + " = " + from + "; " + below, inside);
    }

    /** Returns what is said to a compiler about a loop over the last index. */
    private String hint() {
        return storesPlanes() ? INDEPENDENT : "";
    }

    /** Returns whether all steps store to several places of a view, such as planes, by independent passes. */
    private boolean storesPlanes() {
        return steps.stream().allMatch(Step::isIndependent);
    }

    private static String left(Axis axis) {
        return "(long long) " + axis.to() + " - " + axis.index();
    }
}
