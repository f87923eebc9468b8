/**
 * CUDA's own objects behind streams, graphs and views, as JavaCPP's types: what calls of CUDA libraries take.
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.cuda.interop;

import org.jspecify.annotations.NullMarked;
