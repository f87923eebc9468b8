package org.sporos.check;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.Access;
import org.sporos.view.View;

/**
 * That a node touches a view.
 *
 * @param mode what it does with it, or null where that is not known: a kernel has captured it
 */
public record ViewUse(View view, Access.@Nullable Mode mode) {}
