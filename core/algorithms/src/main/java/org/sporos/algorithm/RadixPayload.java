package org.sporos.algorithm;

import org.sporos.view.IntView;

/** Data moved along with the keys by one pass of a radix sort. */
interface RadixPayload {

    /** Returns whether keys have a payload. */
    boolean isPresent();

    /** Returns the payload of a key. */
    int get(int i);

    /** Writes the payload of a key to a destination index. */
    void put(int destination, int value);

    /** Nothing. */
    record NoPayload() implements RadixPayload {
        @Override
        public boolean isPresent() {
            return false;
        }

        @Override
        public int get(int i) {
            return 0;
        }

        @Override
        public void put(int destination, int value) {}
    }

    /** One int for each key. */
    record IntPayload(IntView from, IntView to) implements RadixPayload {
        @Override
        public boolean isPresent() {
            return true;
        }

        @Override
        public int get(int i) {
            return from.get(i);
        }

        @Override
        public void put(int destination, int value) {
            to.set(destination, value);
        }
    }
}
