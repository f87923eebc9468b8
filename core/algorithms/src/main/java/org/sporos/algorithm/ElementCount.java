package org.sporos.algorithm;

import org.sporos.view.IntView;

/** The number of leading elements that an algorithm uses, as its kernels read it. */
interface ElementCount {

    int get();

    /** A number that is known when the graph is made. */
    record Fixed(int n) implements ElementCount {
        @Override
        public int get() {
            return n;
        }
    }

    /** A number that a kernel has written, and that is within its limits: the minimum proves indexes. */
    record Live(IntView n, int most) implements ElementCount {
        @Override
        public int get() {
            return Math.min(n.get(), most);
        }
    }
}
