package org.sporos.check;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.Access;
import org.sporos.view.View;

/**
 * That a node touches a view.
 *
 * @param mode what it does with it, or null where that is not known: a kernel has captured it
 */
public record ViewUse(View view, Access.@Nullable Mode mode) {
    /** By hand, as those that a record gets are slow until they are compiled, and a graph asks for very many. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ViewUse use && use.view == view && use.mode == mode;
    }

    @Override
    public int hashCode() {
        return 31 * view.hashCode() + (mode == null ? 0 : mode.ordinal() + 1);
    }
}
