/**
 * Communication between the processes of one program: communicators and collectives, as tasks of graphs.
 *
 * <p>{@link org.sporos.comm.Communicators} opens the communicator of all processes that a launcher has started ({@code
 * mpirun -n 4 java ...}), or of a single rank. Its operations are {@link org.sporos.graph.Task}s for any graph: {@code
 * root.then(world.allReduce("norm", Sum, norm))}.
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.comm;

import org.jspecify.annotations.NullMarked;
