/**
 * The places where work runs and where memory lives.
 *
 * <p>An {@link org.sporos.space.ExecutionSpace} is one device: the threads of the host, or one GPU. It has a
 * {@link org.sporos.space.MemorySpace} in which views are made, and
 * {@linkplain org.sporos.space.ExecutionStream streams}, which are queues of submitted graphs.
 * {@link org.sporos.space.ExecutionSpaces} finds and opens spaces. A
 * {@linkplain org.sporos.space.ExecutionSpace#fence() fence} waits for all that was submitted, and throws what failed.
 *
 * <pre>{@code
 * try (ExecutionSpace space = ExecutionSpaces.open();
 *         ExecutionStream side = space.stream("side")) {
 *     exec.submit(side);
 *     space.fence();
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.space;

import org.jspecify.annotations.NullMarked;
