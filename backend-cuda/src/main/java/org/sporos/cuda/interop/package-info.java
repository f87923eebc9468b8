/**
 * Native CUDA objects of streams, graphs and views, as JavaCPP types, for calls of CUDA libraries.
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.cuda.interop;

import org.jspecify.annotations.NullMarked;
