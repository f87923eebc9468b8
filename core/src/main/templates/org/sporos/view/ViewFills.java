package org.sporos.view;

import org.sporos.space.ElementValue;

/** The methods of {@link Views} that there is one of for each element type. */
abstract sealed class ViewFills permits Views {
[#list views as t]

    /** Sets each element of a view. */
    public static void fill(${t.Type}View view, ${t.type} value) {
        Views.fill(view, ElementValue.of(value));
    }
[/#list]
}
