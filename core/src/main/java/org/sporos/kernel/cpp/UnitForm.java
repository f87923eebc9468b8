package org.sporos.kernel.cpp;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Region;

/**
 * The key of the text of a unit, without the proofs of its kernels. Code compares by identity: kernels share it.
 *
 * @param code the code of its first kernel
 * @param blocks the threads that run it
 * @param shape a {@link Range}, or the kind, the policy, the kernels and other properties of any unit
 * @param captures the element types, relevant shapes and overlaps of views, and the types of params
 */
record UnitForm(Region code, BlockIndexing blocks, Object shape, List<Object> captures) {
    /** Written out, as each loop of a graph compares: the generated method takes a third of the time of emission. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof UnitForm that
                        && code == that.code
                        && blocks == that.blocks
                        && shape.equals(that.shape)
                        && captures.equals(that.captures);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * System.identityHashCode(code) + shape.hashCode()) + captures.hashCode();
    }

    /**
     * A loop over a range: its bounds are arguments.
     *
     * @param wide a bit set of the bounds, and of thread numbers, that exceed an int
     */
    record Range(boolean isGated, boolean isLong, LaunchConfig wanted, boolean fromZero, int wide) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Range that
                    && isGated == that.isGated
                    && isLong == that.isLong
                    && (wanted == that.wanted || wanted.equals(that.wanted))
                    && fromZero == that.fromZero
                    && wide == that.wide;
        }

        @Override
        public int hashCode() {
            return 31 * (31 * wanted.hashCode() + wide) + Boolean.hashCode(fromZero);
        }
    }
}
