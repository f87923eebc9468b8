package org.sporos.graph;

import org.sporos.internal.error.Required;

/**
 * An option of {@link Graph#instantiate}. Immutable.
 *
 * <pre>{@code
 * ExecutableGraph exec = graph.instantiate(space, BoundsChecks.OFF);
 * }</pre>
 */
public sealed interface InstantiateOption {

    /** The permitted deviation of floating-point arithmetic on GPUs from Java's. On host there is none. */
    enum Arithmetic implements InstantiateOption {
        /** Java's results, bit for bit. The default. */
        STRICT,
        /**
         * A multiplication and an addition may be contracted to one fma, also across nodes that were merged into one
         * loop.
         */
        CONTRACTED,
        /**
         * As CONTRACTED, with division and square root of floats up to 2 ulps off. Subnormal numbers are kept, unlike
         * with {@code -use_fast_math}, except in the reciprocal square root on HIP.
         */
        FAST
    }

    /** The treatment of index checks that could not be proven redundant. */
    enum BoundsChecks implements InstantiateOption {
        /** Unproven checks are kept. The default. */
        ON,
        /**
         * Unproven checks are dropped on GPUs, where an index out of bounds is then undefined behaviour. On host they
         * are kept: kernels share memory with the JVM.
         */
        OFF
    }

    /** The permission to merge nodes. */
    enum Merging implements InstantiateOption {
        /** Nodes may be merged. The default. */
        ON,
        /** Each node is launched by itself. */
        OFF
    }

    /**
     * The choice whether a loop on the device may be one launch, which repeats its body until the condition is false.
     * With {@link Merging#OFF} it may not.
     */
    enum PersistentLoops implements InstantiateOption {
        /**
         * A loop with a small body may be one launch of one block; the rest of the device is free for other streams.
         */
        BLOCK,
        /**
         * A loop with a larger body may be one launch, too, of a wave: as many blocks as the device runs at once, which
         * wait for each other between the phases of the body. It occupies the whole device until it ends. Equal to
         * {@link #BLOCK} on devices without such launches. The default on CUDA, unless the driver ends launches that
         * take seconds.
         */
        WAVE,
        /** Each node of the body is launched in each iteration. The default on HIP, and the only choice on host. */
        OFF
    }

    /**
     * Turns one check's errors into warnings.
     *
     * @param code the code of the check, such as {@code G102}
     */
    record Relax(String code) implements InstantiateOption {}

    /**
     * Reports the progress of the instantiation to a listener.
     *
     * @param listener the receiver
     */
    record OnProgress(InstantiationListener listener) implements InstantiateOption {}

    /**
     * Returns the option that reports the progress of the instantiation to a listener. Of several listeners the last
     * one counts. {@link ExecutableGraph#update} reports to it again.
     *
     * @throws NullPointerException if the listener is null
     */
    static InstantiateOption onProgress(InstantiationListener listener) {
        return new OnProgress(Required.argument(listener, "the listener of an instantiation"));
    }

    /**
     * Returns the option that demotes one check's errors to warnings; only data races can be relaxed: G102 between
     * nodes, G110 among the work items of one node.
     */
    static InstantiateOption relax(String code) {
        return new Relax(code);
    }
}
