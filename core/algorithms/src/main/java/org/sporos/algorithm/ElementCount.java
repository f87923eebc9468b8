package org.sporos.algorithm;

import org.sporos.view.IntView;

/** The number of leading elements of an algorithm, readable in kernels. */
interface ElementCount {

    int get();

    /** A number known at definition. */
    record Fixed(int n) implements ElementCount {
        @Override
        public int get() {
            return n;
        }
    }

    /**
     * A number written by a kernel and checked against its limit; the minimum lets the compiler prove indexes in
     * bounds.
     */
    record Dynamic(IntView n, int most) implements ElementCount {
        @Override
        public int get() {
            return Math.min(n.get(), most);
        }
    }
}
