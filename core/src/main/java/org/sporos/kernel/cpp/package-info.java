/**
 * Emission: kernels of the IR become one C++ program for CUDA, HIP or the host.
 *
 * <p>One emitter makes the text. The languages differ in a {@link org.sporos.kernel.cpp.CppDialect} and in the prelude,
 * which implements the operators of Java exactly. The body of a kernel is a function of the index and of flat
 * arguments; entries call it for the indexes of a range, a box, a league, a reduction or a scan.
 */
@NullMarked
package org.sporos.kernel.cpp;

import org.jspecify.annotations.NullMarked;
