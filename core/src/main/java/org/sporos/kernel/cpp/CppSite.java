package org.sporos.kernel.cpp;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.SourcePosition;
import org.sporos.view.View;

/**
 * An operation of a kernel that can fail at run time.
 *
 * @param kind the kind of operation
 * @param subject the label of the view, the name of the local array, the range with dynamic bounds, or the empty string
 * @param indexes the number of indexes, 0 for a division
 * @param wide whether the only index is a long
 * @param position its position in the source
 * @param body the number of the kernel in its unit
 * @param view the accessed view; null for scratch memory and other operations
 * @param length the length of the accessed local array, or the available bytes of scratch memory; else 0
 */
public record CppSite(
        Kind kind,
        String subject,
        int indexes,
        boolean wide,
        SourcePosition position,
        int body,
        @Nullable View view,
        int length) {
    /** The operations that can fail. */
    public enum Kind {
        VIEW_INDEX,
        ARRAY_INDEX,
        DIVISION,
        /** The exact result of an operation does not fit into an int. */
        INT_OVERFLOW,
        /** The exact result of an operation does not fit into a long. */
        LONG_OVERFLOW,
        /** A range of elements begins after its end. */
        BEGIN_BEHIND_END,
        /** A team requests more scratch memory than is available, or a negative amount. */
        SCRATCH,
        /** As {@link #SCRATCH}, for scratch memory in the memory of the device. */
        DEVICE_SCRATCH,
        /** A loop exceeds its maximum number of iterations; the index is that number. */
        PASSES,
        /** A dynamic bound of the range is outside of its limits; the indexes are the bounds. */
        BOUNDS
    }

    /** Makes a site without a view or array. */
    CppSite(Kind kind, String subject, int indexes, boolean wide, SourcePosition position, int body) {
        this(kind, subject, indexes, wide, position, body, null, 0);
    }

    /** Returns the same site in a kernel that accesses another view, or without a view. */
    CppSite of(@Nullable View other) {
        return new CppSite(kind, other == null ? subject : other.label(), indexes, wide, position, body, other, length);
    }
}
