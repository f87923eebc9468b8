package org.sporos.algorithm;

import org.sporos.view.IntView;

/** The destination of the indexes of a compaction. */
interface KeptIndexes {

    /** Stores an index with a true predicate, given the number of such indexes before it. */
    void keep(int i, int before);

    /** Handles an index for which it does not hold. */
    void leave(int i, int before);

    /** Drops the others. */
    record Alone(IntView kept) implements KeptIndexes {
        @Override
        public void keep(int i, int before) {
            kept.set(before, i);
        }

        @Override
        public void leave(int i, int before) {}
    }

    /** Stores the others into a second list. */
    record Parted(IntView kept, IntView others) implements KeptIndexes {
        @Override
        public void keep(int i, int before) {
            kept.set(before, i);
        }

        @Override
        public void leave(int i, int before) {
            others.set(i - before, i);
        }
    }

    /** Copies the keys at kept indexes. */
    record First(RadixKeys keys) implements KeptIndexes {
        @Override
        public void keep(int i, int before) {
            keys.put(before, keys.bits(i));
        }

        @Override
        public void leave(int i, int before) {}
    }

    /** Copies kept indexes and their keys. */
    record FirstOfRun(RadixKeys keys, IntView starts) implements KeptIndexes {
        @Override
        public void keep(int i, int before) {
            keys.put(before, keys.bits(i));
            starts.set(before, i);
        }

        @Override
        public void leave(int i, int before) {}
    }
}
