/**
 * Labelled arrays of rank 0 to 4 in the memory of a space.
 *
 * <p>There is one class of views for each element type, such as {@link org.sporos.view.DoubleView}; they share {@link
 * org.sporos.view.View}. Kernels read and write elements with {@code get} and {@code set}. A {@linkplain
 * org.sporos.view.View#subview sub-view} is a part of the same memory, and a {@linkplain org.sporos.view.View#mirror()
 * mirror} is a view of the same shape in host-accessible memory. {@link org.sporos.view.Views} copies, fills and prints
 * whole views outside of graphs.
 *
 * <pre>{@code
 * DoubleView u = DoubleView.of("u", space, rows, columns);
 * DoubleView onHost = u.mirror();
 * onHost.set(2, 3, 1.5);
 * Views.deepCopy(u, onHost);
 * }</pre>
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.view;

import org.jspecify.annotations.NullMarked;
