/**
 * Graphs: the definition, instantiation and submission of one step of a computation.
 *
 * <ol>
 * <li>{@link org.sporos.graph.Graph#define Graph.define} calls a lambda with the root, a {@link
 * org.sporos.graph.NodeRef}. Its methods {@code then...} add nodes, and {@link org.sporos.graph.Graph#whenAll whenAll}
 * joins them. Nothing runs.
 * <li>{@link org.sporos.graph.Graph#instantiate instantiate} checks the graph, compiles its kernels and returns an
 * {@link org.sporos.graph.ExecutableGraph}. A graph with violations is refused here with a {@link
 * org.sporos.graph.GraphException} that lists all violations.
 * <li>{@link org.sporos.graph.ExecutableGraph#submit() submit} enqueues one run and returns at once. A fence waits for
 * runs, and throws a {@link org.sporos.graph.GraphRunException} for one that failed.
 * </ol>
 *
 * <pre>{@code
 * Graph step = Graph.define(
 *         "step", root -> root.thenParallelFor("double", RangePolicy.of(n), i -> x.set(i, 2 * x.get(i))));
 * try (ExecutableGraph exec = step.instantiate(space)) {
 *     exec.submit();
 *     space.fence();
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.graph;

import org.jspecify.annotations.NullMarked;
