package org.sporos.internal.view;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.Overlap;
import org.sporos.internal.space.StridedRegion;

/**
 * The reason why one view cannot be copied to another.
 *
 * @param code its code, such as {@code S204}
 * @param what the violation, without a full stop
 * @param cure the correction, as the end of a sentence
 */
public record CopyViolation(String code, String what, String cure) {

    /**
     * Returns the violation of a copy, or null if there is none.
     *
     * @param to the view, for messages
     * @param into its region of memory
     */
    public static @Nullable CopyViolation of(Object to, StridedRegion into, Object from, StridedRegion out) {
        if (into.allocation().type() != out.allocation().type()) {
            return new CopyViolation("S204", copy(to, from) + "the element types differ", "copy with a kernel");
        } else if (!Arrays.equals(into.extents(), out.extents())) {
            return new CopyViolation("S204", copy(to, from) + "the extents differ", "take sub-views of equal extents");
        } else if (LevelMemory.of(into.allocation()) == LevelMemory.of(out.allocation())
                && Overlap.possible(into, out)
                && !into.isSameBox(out)) {
            return new CopyViolation(
                    "S205", copy(to, from) + "the two views overlap", "copy to a third view first, and from there");
        }
        return null;
    }

    private static String copy(Object to, Object from) {
        return "a copy of " + from + " to " + to + ": ";
    }
}
