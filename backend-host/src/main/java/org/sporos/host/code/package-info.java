/**
 * Kernels as code of their own: classes generated from the IR, one for each kernel and shape, and loops of one lambda
 * class.
 */
@NullMarked
package org.sporos.host.code;

import org.jspecify.annotations.NullMarked;
