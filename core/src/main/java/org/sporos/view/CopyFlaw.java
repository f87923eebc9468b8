package org.sporos.view;

import org.jspecify.annotations.Nullable;

/**
 * The reason why one view cannot be copied to another.
 *
 * @param code its code, such as {@code S204}
 * @param what what is wrong, without a full stop
 * @param cure what to do instead, as the end of a sentence
 */
public record CopyFlaw(String code, String what, String cure) {

    /** Returns the flaw of a copy, or null if there is none. */
    public static @Nullable CopyFlaw of(View to, View from) {
        String copy = "a copy of " + from + " to " + to + ": ";
        if (to.elementType() != from.elementType()) {
            return new CopyFlaw("S204", copy + "the element types differ", "copy with a kernel");
        }
        if (!to.shape().sameExtents(from.shape())) {
            return new CopyFlaw("S204", copy + "the extents differ", "take sub-views of equal extents");
        }
        if (Views.overlap(to, from) && !Views.sameElements(to, from)) {
            return new CopyFlaw("S205", copy + "the two views overlap", "copy to a third view first, and from there");
        }
        return null;
    }
}
