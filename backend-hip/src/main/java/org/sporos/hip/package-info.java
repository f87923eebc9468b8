/**
 * The HIP backend: the calls of AMD's HIP runtime and of hipRTC through a glue in C++, and the probe of whether they
 * can be made. All that is built on these calls is in {@code org.sporos.gpu}.
 */
@NullMarked
package org.sporos.hip;

import org.jspecify.annotations.NullMarked;
