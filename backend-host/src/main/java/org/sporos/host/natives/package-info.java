/** The C++ tier: kernels compiled into libraries by a compiler of this machine, called on the Java arrays of views. */
@NullMarked
package org.sporos.host.natives;

import org.jspecify.annotations.NullMarked;
