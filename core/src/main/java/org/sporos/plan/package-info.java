/** The launch plan of a checked graph: its launch units and their order, the same for all backends. */
@NullMarked
package org.sporos.plan;

import org.jspecify.annotations.NullMarked;
