/** The launch plan: what is launched and in which order, made of a checked graph, the same for all backends. */
@NullMarked
package org.sporos.plan;

import org.jspecify.annotations.NullMarked;
