package org.sporos.algorithm;

import org.sporos.view.IntView;

/** The destination of the indexes of a compaction. */
interface KeptIndexes {

    /** Puts an index for which the predicate holds, the number of such indexes before it given. */
    void keep(int i, int before);

    /** Puts another index. */
    void leave(int i, int before);

    /** The others are dropped. */
    record Alone(IntView kept) implements KeptIndexes {
        @Override
        public void keep(int i, int before) {
            kept.set(before, i);
        }

        @Override
        public void leave(int i, int before) {}
    }

    /** The others are put into a list of their own. */
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

    /** The keys at the kept indexes are copied, and the others dropped. */
    record First(RadixKeys keys) implements KeptIndexes {
        @Override
        public void keep(int i, int before) {
            keys.move(i, before);
        }

        @Override
        public void leave(int i, int before) {}
    }

    /** The kept indexes and the keys there are copied. */
    record FirstOfRun(RadixKeys keys, IntView starts) implements KeptIndexes {
        @Override
        public void keep(int i, int before) {
            keys.move(i, before);
            starts.set(before, i);
        }

        @Override
        public void leave(int i, int before) {}
    }
}
