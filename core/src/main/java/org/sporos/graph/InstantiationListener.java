package org.sporos.graph;

/**
 * A listener for the progress of an instantiation: called at the start of each step, and after each kernel of a step
 * that handles kernels one by one. Calls are synchronous, on the instantiating thread, so it need not be thread-safe
 * unless several threads instantiate with the same one.
 *
 * <p>Its exceptions are logged as a warning (S257), and the instantiation continues without it. An error, such as an
 * {@code OutOfMemoryError}, ends the instantiation.
 *
 * <pre>{@code
 * ExecutableGraph exec = graph.instantiate(space, InstantiateOption.onProgress(System.err::println));
 * }</pre>
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface InstantiationListener {

    /** Called at each progress. A graph of a thousand kernels causes some thousand calls. */
    void progressed(InstantiationProgress progress);
}
