/**
 * The HIP backend: the bindings of AMD's HIP runtime and of hipRTC by a C++ glue, and the probe of their availability.
 * The common part of GPU backends is {@code org.sporos.gpu}.
 */
@NullMarked
package org.sporos.hip;

import org.jspecify.annotations.NullMarked;
