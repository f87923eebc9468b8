/**
 * The checks of a graph at instantiation. They find all violations before anything runs: shapes and spaces that do not fit,
 * cycles of memory, and uses of one view by nodes without an order between them (data races).
 * Users meet them as the {@linkplain org.sporos.graph.Diagnostic diagnostics} of a
 * {@link org.sporos.graph.GraphException} and as warnings of an executable.
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.check;

import org.jspecify.annotations.NullMarked;
