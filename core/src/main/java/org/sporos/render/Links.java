package org.sporos.render;

/** The neighbours of each item, in two flat arrays. */
record Links(int[] first, int[] to) {
    /** Returns the links from each {@code from[k]} to {@code to[k]}, in the order of k for each item. */
    static Links of(int items, int[] from, int[] to) {
        int[] first = new int[items + 1];
        for (int item : from) {
            first[item + 1]++;
        }
        for (int item = 0; item < items; item++) {
            first[item + 1] += first[item];
        }
        int[] next = first.clone();
        int[] sorted = new int[to.length];
        for (int k = 0; k < from.length; k++) {
            sorted[next[from[k]]++] = to[k];
        }
        return new Links(first, sorted);
    }

    /** Returns the index of an item's first link, the end of the previous item's links. */
    int first(int item) {
        return first[item];
    }

    int to(int k) {
        return to[k];
    }
}
