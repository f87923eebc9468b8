package org.sporos.pipeline;

import org.sporos.graph.ExecutableGraph;
import org.sporos.spi.LoweringContext;

/** A backend's executable with its inputs. */
record LoweredGraph(LoweringContext context, ExecutableGraph executable) {}
