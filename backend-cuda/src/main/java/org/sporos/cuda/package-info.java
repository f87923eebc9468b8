/**
 * The CUDA backend: the calls of the CUDA driver and of NVRTC, and the probe of whether they can be made. All that is
 * built on these calls is in {@code org.sporos.gpu}.
 */
@NullMarked
package org.sporos.cuda;

import org.jspecify.annotations.NullMarked;
