/** The CUDA backend. So far it only tells whether the machine has a device. */
@NullMarked
package org.sporos.cuda;

import org.jspecify.annotations.NullMarked;
