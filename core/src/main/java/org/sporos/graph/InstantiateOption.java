package org.sporos.graph;

import org.sporos.internal.error.Required;

/**
 * Something that {@link Graph#instantiate} does in another way than it does by default. Immutable.
 *
 * <pre>{@code
 * ExecutableGraph exec = graph.instantiate(space, BoundsChecks.OFF);
 * }</pre>
 */
public sealed interface InstantiateOption {

    /** The difference that floating-point arithmetic on GPUs may have to that of Java. On host there is none. */
    enum Arithmetic implements InstantiateOption {
        /** Java's results, bit for bit. The default. */
        STRICT,
        /** A multiplication and an addition may become one fma, also those of nodes that were merged into one loop. */
        CONTRACTED,
        /**
         * As CONTRACTED, with division and square root of floats that may be wrong in the last two bits. Subnormal
         * numbers are kept, unlike with {@code -use_fast_math}, but for the reciprocal of a root on HIP.
         */
        FAST
    }

    /** The choice whether index checks stay in kernels where they could not be proven away. */
    enum BoundsChecks implements InstantiateOption {
        /** They stay. The default. */
        ON,
        /**
         * They are dropped on GPUs, where an index out of bounds is undefined then. On host they stay: a kernel shares
         * its memory with the JVM.
         */
        OFF
    }

    /** The choice whether the plan may merge nodes. */
    enum Merging implements InstantiateOption {
        /** It may. The default. */
        ON,
        /** Each node is launched by itself. */
        OFF
    }

    /**
     * The choice whether a small loop on the device may be one launch, which repeats its body until the condition is
     * false. With {@link Merging#OFF} it may not.
     */
    enum PersistentLoops implements InstantiateOption {
        /** It may. The default on CUDA, unless the driver ends launches that take seconds. */
        ON,
        /** Each node of the body is launched in each iteration. The default on HIP; on host nothing else exists. */
        OFF
    }

    /**
     * Turns one check's errors into warnings.
     *
     * @param code the code of the check, such as {@code G102}
     */
    record Relax(String code) implements InstantiateOption {}

    /**
     * Tells a listener how far the instantiation is.
     *
     * @param listener is told
     */
    record OnProgress(InstantiationListener listener) implements InstantiateOption {}

    /**
     * Returns the option that tells a listener how far the instantiation is. Of several listeners the last one is told.
     * An executable tells it again when {@link ExecutableGraph#update} instantiates another graph.
     *
     * @throws NullPointerException if the listener is null
     */
    static InstantiateOption onProgress(InstantiationListener listener) {
        return new OnProgress(Required.argument(listener, "the listener of an instantiation"));
    }

    /**
     * Returns the option that turns one check's errors into warnings; only data races can be relaxed: G102 between
     * nodes, G110 among the work items of one node.
     */
    static InstantiateOption relax(String code) {
        return new Relax(code);
    }
}
