package org.sporos.kernel.compile;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.capture.CapturedKernel;
import org.sporos.policy.KernelBody;

/**
 * The identity of the code of a body: a method and the signature of its interface. A deserialized lambda has another
 * class and the same code. Immutable.
 *
 * @param nest the nest host of the body, which determines class loader and lifetime
 */
record CodeOfBody(Class<?> nest, String owner, String name, String descriptor, String calledBy) {

    static CodeOfBody of(KernelBody body, CapturedKernel kernel) {
        return new CodeOfBody(
                body.getClass().getNestHost(),
                kernel.owner(),
                kernel.name(),
                kernel.descriptor(),
                kernel.samDescriptor());
    }

    /** Explicit, as record methods are bootstrapped at run time, which slows startup. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CodeOfBody code
                && code.nest == nest
                && code.name.equals(name)
                && code.owner.equals(owner)
                && code.descriptor.equals(descriptor)
                && code.calledBy.equals(calledBy);
    }

    @Override
    public int hashCode() {
        return (31 * nest.hashCode() + name.hashCode()) * 31 + descriptor.hashCode();
    }
}
