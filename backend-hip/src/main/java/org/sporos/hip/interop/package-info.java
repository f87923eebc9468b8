/**
 * HIP's own objects behind streams, graphs and views, as pointers: what calls of AMD's libraries take.
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.hip.interop;

import org.jspecify.annotations.NullMarked;
