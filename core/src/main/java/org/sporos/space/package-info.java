/**
 * Execution spaces, which run work, and memory spaces, which hold views.
 *
 * <p>An {@link org.sporos.space.ExecutionSpace} is one device: the threads of the host, or one GPU. It has a {@link
 * org.sporos.space.MemorySpace} for views, and {@linkplain org.sporos.space.ExecutionStream streams}, which are queues
 * of submitted graphs. {@link org.sporos.space.ExecutionSpaces} lists and opens spaces. A {@linkplain
 * org.sporos.space.ExecutionSpace#fence() fence} waits for all earlier submits, and throws the first failure.
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
