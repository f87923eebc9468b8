/**
 * Emission: kernels of the IR become one C++ program for CUDA, HIP or the host.
 *
 * <p>One emitter makes the text; what differs between the languages is a {@link org.sporos.kernel.cpp.CppDialect}, a
 * record of words, and the prelude, which gives the operators of Java their exact meaning. The body of a kernel is a
 * function of the index and of flat arguments; wrappers call it for the indexes of a range, a box, a league, a
 * reduction or a scan.
 */
@NullMarked
package org.sporos.kernel.cpp;

import org.jspecify.annotations.NullMarked;
