package org.sporos.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The timed pieces of the launches of one run: launch, number of parts, row, begin and end. Used by one thread. */
public final class RunRecord {
    private int size;
    private int[] launch = new int[16];
    private int[] row = new int[16];
    private int[] parts = new int[16];
    private long[] begin = new long[16];
    private long[] end = new long[16];
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private int rows;
    private long lost;
    /** The space of each row, or empty if all pieces are of one. */
    private final List<String> spaces = new ArrayList<>();

    /**
     * Adds a piece.
     *
     * @param ofLaunch the number of its launch in the {@link LaunchTable}
     * @param inRow the row: a thread or stream
     * @param count the number of the launch's parts in the piece
     */
    public void add(int ofLaunch, int inRow, int count, long beginNanos, long endNanos) {
        if (size == launch.length) {
            grow(2 * size);
        }
        launch[size] = ofLaunch;
        row[size] = inRow;
        parts[size] = count;
        begin[size] = beginNanos;
        end[size++] = endNanos;
        rows = Math.max(rows, inRow + 1);
        span(beginNanos, endNanos);
    }

    private void grow(int capacity) {
        launch = Arrays.copyOf(launch, capacity);
        row = Arrays.copyOf(row, capacity);
        parts = Arrays.copyOf(parts, capacity);
        begin = Arrays.copyOf(begin, capacity);
        end = Arrays.copyOf(end, capacity);
    }

    /**
     * Adds the pieces of a part of the run.
     *
     * @param begin the time of its first piece, or null if both have one clock
     * @param firstRow the row of its first row
     */
    public void addAll(RunRecord part, @Nullable Long begin, int firstRow) {
        long shift = begin == null || part.size == 0 ? 0 : begin - part.first;
        for (int k = 0; k < part.size; k++) {
            add(part.launch[k], firstRow + part.row[k], part.parts[k], part.begin[k] + shift, part.end[k] + shift);
        }
        lost += part.lost;
    }

    /** Adds rows of a space. */
    public void addRows(String space, int count) {
        spaces.addAll(Collections.nCopies(count, space));
    }

    /** Returns the space of a row, or the empty string if all pieces are of one. */
    String space(int inRow) {
        return spaces.isEmpty() ? "" : spaces.get(inRow);
    }

    /** Extends the duration of the run. */
    public void span(long beginNanos, long endNanos) {
        first = Math.min(first, beginNanos);
        last = Math.max(last, endNanos);
    }

    /** Counts pieces lost as buffers were full. */
    public void lose(long pieces) {
        lost += pieces;
    }

    long lost() {
        return lost;
    }

    int launch(int piece) {
        return launch[piece];
    }

    int row(int piece) {
        return row[piece];
    }

    int parts(int piece) {
        return parts[piece];
    }

    /** Returns the start of a piece, relative to the run. */
    long begin(int piece) {
        return begin[piece] - first;
    }

    /** Returns the end of a piece, relative to the run. */
    long end(int piece) {
        return end[piece] - first;
    }

    /** Returns the number of rows. */
    public int rows() {
        return rows;
    }

    /** Returns the duration of the run. */
    long nanos() {
        return first > last ? 0 : last - first;
    }

    /** Returns the pieces by begin. */
    int[] inOrder() {
        return IntStream.range(0, size)
                .boxed()
                .sorted((a, b) -> Long.compare(begin[a], begin[b]))
                .mapToInt(piece -> piece)
                .toArray();
    }

    /** Reassigns each piece to the first row that is free at its start. */
    public void assignRows() {
        long[] free = new long[Math.max(1, size)];
        rows = 0;
        for (int piece : inOrder()) {
            int at = 0;
            while (at < rows && free[at] > begin[piece]) {
                at++;
            }
            row[piece] = at;
            rows = Math.max(rows, at + 1);
            free[at] = end[piece];
        }
    }
}
