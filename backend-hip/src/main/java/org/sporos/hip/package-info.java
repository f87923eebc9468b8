/** The HIP backend. So far it only tells whether the machine has a device. */
@NullMarked
package org.sporos.hip;

import org.jspecify.annotations.NullMarked;
