/**
 * The CUDA backend: the bindings of the CUDA driver and of NVRTC, and the probe of their availability. The common part
 * of GPU backends is {@code org.sporos.gpu}.
 */
@NullMarked
package org.sporos.cuda;

import org.jspecify.annotations.NullMarked;
