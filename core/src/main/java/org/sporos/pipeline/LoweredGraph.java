package org.sporos.pipeline;

import org.sporos.graph.ExecutableGraph;
import org.sporos.spi.LoweringContext;

/** An executable as a backend has made it, and what it was made of. Immutable. */
record LoweredGraph(LoweringContext context, ExecutableGraph executable) {}
