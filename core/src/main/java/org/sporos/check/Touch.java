package org.sporos.check;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.SourceLocation;
import org.sporos.space.Footprint;
import org.sporos.view.View;

/**
 * That a node reads or changes elements of a view.
 *
 * @param view the view
 * @param mode what it does with them
 * @param certain whether it surely does so, to all of these elements, in each run; else it only may
 * @param elements the elements, of the view's allocation
 * @param where the line that does it, or null where only the node is known
 */
public record Touch(
        View view,
        Mode mode,
        boolean certain,
        Footprint elements,
        @Nullable SourceLocation where) {

    /** What is done with elements. Touches of one mode do not disturb each other, except writes. */
    public enum Mode {
        READ("reads"),
        WRITE("writes"),
        ATOMIC_ADD("atomically adds to"),
        ATOMIC_MIN("atomically lowers"),
        ATOMIC_MAX("atomically raises"),
        ATOMIC_EXCHANGE("atomically exchanges"),
        ATOMIC_COMPARE_SET("atomically compares and sets");

        private final String verb;

        Mode(String verb) {
            this.verb = verb;
        }

        /** Returns the word for a message: it comes between a node and a view. */
        public String verb() {
            return verb;
        }

        /** Returns whether two touches of one element in these modes may happen in any order or at the same time. */
        public boolean agreesWith(Mode other) {
            return this == other && this != WRITE;
        }
    }

    /** Returns the touch of all elements of a view. */
    public static Touch whole(View view, Mode mode, boolean certain) {
        return new Touch(view, mode, certain, Footprint.of(view.region()), null);
    }
}
