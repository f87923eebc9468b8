package org.sporos.algorithm;

import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** The keys of a tile in the scratch memory of a team: kernel code. */
interface StagedKeys {
    /** Returns the bits of a key. */
    long get(int i);

    /** Sets the bits of a key. */
    void set(int i, long bits);

    /** Keys of 32 bits. */
    record Narrow(IntView keys) implements StagedKeys {
        @Override
        public long get(int i) {
            return keys.get(i);
        }

        @Override
        public void set(int i, long bits) {
            keys.set(i, (int) bits);
        }
    }

    /** Keys of 64 bits. */
    record Wide(LongView keys) implements StagedKeys {
        @Override
        public long get(int i) {
            return keys.get(i);
        }

        @Override
        public void set(int i, long bits) {
            keys.set(i, bits);
        }
    }
}
