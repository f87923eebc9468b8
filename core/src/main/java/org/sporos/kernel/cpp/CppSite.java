package org.sporos.kernel.cpp;

import org.sporos.kernel.SourcePosition;

/**
 * A place in a kernel that can fail at run time.
 *
 * @param kind what can fail
 * @param subject the label of the view, the name of the local array, or the empty string
 * @param indexes the number of indexes, 0 for a division
 * @param wide whether the only index is a long
 * @param position where it stands in the source
 */
public record CppSite(Kind kind, String subject, int indexes, boolean wide, SourcePosition position) {
    /** What can fail. */
    public enum Kind {
        VIEW_INDEX,
        ARRAY_INDEX,
        DIVISION,
        /** A loop makes more passes than it may; the index is how many it may. */
        PASSES
    }
}
