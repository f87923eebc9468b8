package org.sporos.algorithm;

import org.sporos.view.IntView;

/** The data that one pass of a radix sort moves along with the keys. */
interface RadixPayload {

    /** Copies what belongs to a key to the place of the key. */
    void move(int i, int place);

    /** Nothing. */
    record NoPayload() implements RadixPayload {
        @Override
        public void move(int i, int place) {}
    }

    /** One int for each key. */
    record IntPayload(IntView from, IntView to) implements RadixPayload {
        @Override
        public void move(int i, int place) {
            to.set(place, from.get(i));
        }
    }
}
