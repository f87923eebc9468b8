package org.sporos.view;

import org.sporos.space.ElementValue;

/** The methods of {@link Views} that there is one of for each element type. */
abstract sealed class ViewFills permits Views {
//#for view

    /** Sets each element of a view. */
    public static void fill($Type$View view, $type$ value) {
        Views.fill(view, ElementValue.of(value));
    }
//#end
}
