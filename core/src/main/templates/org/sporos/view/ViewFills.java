package org.sporos.view;

import org.sporos.space.ElementValue;

/** The methods of {@link Views} with one overload per element type. */
abstract sealed class ViewFills permits Views {
[#list views as t]

    /** Sets each element of a view. */
    public static void fill(${t.Type}View view, ${t.type} value) {
        Views.fill(view, ElementValue.of(value));
    }
[/#list]
}
