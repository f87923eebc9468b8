package org.sporos.algorithm;

import org.sporos.view.IntView;

/** Data moved along with the keys by one pass of a radix sort. */
interface RadixPayload {

    /** Copies the payload of a key to a destination index. */
    void move(int i, int destination);

    /** Nothing. */
    record NoPayload() implements RadixPayload {
        @Override
        public void move(int i, int destination) {}
    }

    /** One int for each key. */
    record IntPayload(IntView from, IntView to) implements RadixPayload {
        @Override
        public void move(int i, int destination) {
            to.set(destination, from.get(i));
        }
    }
}
