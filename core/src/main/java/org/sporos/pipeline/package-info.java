/** The steps from a graph to an executable, as one readable list. */
@NullMarked
package org.sporos.pipeline;

import org.jspecify.annotations.NullMarked;
