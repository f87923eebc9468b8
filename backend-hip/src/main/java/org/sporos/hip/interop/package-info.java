/**
 * Native HIP objects of streams, graphs and views, as pointers, for calls of AMD's libraries.
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.hip.interop;

import org.jspecify.annotations.NullMarked;
