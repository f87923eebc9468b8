/**
 * From a graph to an executable. {@link org.sporos.pipeline.Pipeline} is called by {@code Graph.instantiate}; {@code
 * Instantiation.planned} is the list of the steps: capture, effects, lift, facts, check, plan. Each hands its result to
 * the next ones, and the backend does the last step, lower. {@code LiveExecutable} is the executable that users hold;
 * updates put another one into it. {@code EagerSubmit} does eager calls, as graphs of one node with a cache.
 */
@NullMarked
package org.sporos.pipeline;

import org.jspecify.annotations.NullMarked;
