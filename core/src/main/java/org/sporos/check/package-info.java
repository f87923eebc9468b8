/**
 * The checks of a graph at instantiation. They find all violations before anything runs: shapes and spaces that do not
 * fit, lifetimes of memory, and uses of one view by unordered nodes (data races). Users see them as the
 * {@linkplain org.sporos.graph.Diagnostic diagnostics} of a {@link org.sporos.graph.GraphException} and as warnings of
 * an executable.
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.check;

import org.jspecify.annotations.NullMarked;
