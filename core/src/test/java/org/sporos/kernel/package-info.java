/** Tests of the kernel compiler, and the machines that run a kernel on the JVM and its IR in an interpreter. */
@NullMarked
package org.sporos.kernel;

import org.jspecify.annotations.NullMarked;
