/**
 * The compilation of graphs to executables. {@link org.sporos.pipeline.Pipeline} is called by {@code
 * Graph.instantiate}; {@code Instantiation.planned} lists the steps: capture, effects, lift, facts, check, plan. Each
 * passes its result to the next ones, and the backend runs the last step, lower. {@code LiveExecutable} is the user's
 * executable, in which updates replace the backend's one. {@code EagerSubmit} runs eager calls, as cached graphs of one
 * node.
 */
@NullMarked
package org.sporos.pipeline;

import org.jspecify.annotations.NullMarked;
