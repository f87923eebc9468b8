package org.sporos.graph;

/**
 * Is told how far the instantiation of a graph is: when a step begins, and after each kernel of a step that goes kernel
 * by kernel. It is called by the thread that instantiates, which goes on when the call returns. So it needs no thread
 * safety of its own, unless several threads instantiate with the same one.
 *
 * <p>An exception that it throws is logged as a warning (S257), and the instantiation goes on without it. An error,
 * such as an {@code OutOfMemoryError}, ends the instantiation.
 *
 * <pre>{@code
 * ExecutableGraph exec = graph.instantiate(space, InstantiateOption.onProgress(System.err::println));
 * }</pre>
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface InstantiationListener {

    /** Is called as soon as there is news. A graph of a thousand kernels has some thousands. */
    void progressed(InstantiationProgress progress);
}
