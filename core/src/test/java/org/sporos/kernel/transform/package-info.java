@NullMarked
package org.sporos.kernel.transform;

import org.jspecify.annotations.NullMarked;
