/** The CUDA backend: the calls of the CUDA driver and of NVRTC, and what tells whether they can be made. */
@NullMarked
package org.sporos.cuda;

import org.jspecify.annotations.NullMarked;
