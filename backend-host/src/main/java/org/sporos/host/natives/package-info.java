/** Kernels as C++ that a compiler of this machine turns into a library, called on the Java arrays of views. */
@NullMarked
package org.sporos.host.natives;

import org.jspecify.annotations.NullMarked;
