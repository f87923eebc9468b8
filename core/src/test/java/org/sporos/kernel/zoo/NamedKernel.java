package org.sporos.kernel.zoo;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.space.MemorySpace;
import org.sporos.view.View;

/**
 * A kernel with a name, and a maker of instances of it that all begin with the same content.
 *
 * @param name its name, such as {@code saxpy}
 * @param exact whether all backends give the same bits; not so with transcendental functions
 * @param maker makes an instance with new views
 */
public record NamedKernel(String name, boolean exact, Supplier<Instance> maker) {
    /** How far transcendental functions may be from those of this JVM, with what is computed of them. */
    private static final double ULPS = 64;

    /**
     * A kernel ready to run once.
     *
     * @param policy what it runs over; null for the body of a single call, a condition or a selector
     * @param body the body, of the interface that fits the policy
     * @param views the views that it reads and writes
     */
    public record Instance(@Nullable Policy policy, KernelBody body, List<View> views) {}

    /** Returns a kernel that gives the same bits everywhere. */
    static NamedKernel exact(String name, Supplier<Instance> maker) {
        return new NamedKernel(name, true, maker);
    }

    /** Returns a kernel that calls transcendental functions. */
    static NamedKernel approximate(String name, Supplier<Instance> maker) {
        return new NamedKernel(name, false, maker);
    }

    /** Returns how many units in the last place results may be from those of this JVM. */
    public double ulps() {
        return exact ? 0 : ULPS;
    }

    /** Returns a new instance. */
    public Instance fresh() {
        return maker.get();
    }

    /** Returns a new instance with its views in some memory. */
    public Instance fresh(MemorySpace memory) {
        return Data.in(memory, maker);
    }

    @Override
    public String toString() {
        return name;
    }
}
