package org.sporos.algorithm;

import org.sporos.graph.NodeRef;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/** The first position of each key in a sorted list of ints. */
final class SortedKeys {
    /** The starts of one work item on host, many enough to hide its two searches. */
    private static final int BLOCK = 1 << 10;

    /** The mean number of keys in a cell above which a search for each start is faster than a pass over the keys. */
    private static final int MANY = 1 << 6;

    private SortedKeys() {}

    /**
     * Adds the node that writes the number of smaller keys for each index of {@code starts}.
     *
     * @param keys the ascending keys, which are indexes of {@code starts}
     * @param count the number of keys
     */
    static NodeRef starts(NodeRef before, IntView keys, ElementCount count, IntView starts, Workspace workspace) {
        return workspace.isOfHost()
                ? startsOfBlocks(before, keys, count, starts)
                : startsBySearch(before, keys, count, starts);
    }

    /**
     * For few fast threads, which lose most of the time of a search to mispredicted branches. Each work item has a
     * block of starts, and finds the keys of the block by two searches.
     */
    private static NodeRef startsOfBlocks(NodeRef before, IntView keys, ElementCount count, IntView starts) {
        int all = Math.toIntExact(starts.size());
        RangePolicy blocks = RangePolicy.of((all + BLOCK - 1L) / BLOCK).withChunk(1);
        return before.thenParallelFor("starts", blocks, (RangeBody & DisjointWrites) b -> {
            int begin = b * BLOCK;
            // The outer minimum lets the compiler prove indexes in bounds.
            int end = Math.min(begin + Math.min(BLOCK, all - begin), all);
            int first = firstNotBelow(keys, 0, count.get(), begin);
            int next = firstNotBelow(keys, first, count.get(), end);
            if ((next - first) / MANY > end - begin) {
                for (int c = begin; c < end; c++) {
                    starts.set(c, firstNotBelow(keys, first, next, c));
                }
            } else {
                writeStarts(keys, first, next, starts, begin, end);
            }
        });
    }

    /** Writes the starts of a block without branches on keys: the last store to a start is that of its first key. */
    private static void writeStarts(IntView keys, int first, int next, IntView starts, int begin, int end) {
        for (int c = begin; c < end; c++) {
            starts.set(c, next);
        }
        for (int k = next - 1; k >= first; k--) {
            starts.set(keys.get(k), k);
        }
        int start = next;
        for (int c = end - 1; c >= begin; c--) {
            start = Math.min(start, starts.get(c));
            starts.set(c, start);
        }
    }

    /** For very many threads: a search for each start, so that no distribution of keys makes a work item long. */
    private static NodeRef startsBySearch(NodeRef before, IntView keys, ElementCount count, IntView starts) {
        return before.thenParallelFor(
                "starts", RangePolicy.over(starts), c -> starts.set(c, firstNotBelow(keys, 0, count.get(), c)));
    }

    /** Returns the first position in {@code [low, high)} with a key that is not below the limit, or {@code high}. */
    private static int firstNotBelow(IntView keys, int low, int high, int limit) {
        int from = low;
        int to = high;
        while (from < to) {
            int middle = from + (to - from) / 2;
            if (keys.get(middle) < limit) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }
}
