package org.sporos.kernel.analysis.interval;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.bytecode.KernelLifter;
import org.sporos.kernel.bytecode.Lifted;
import org.sporos.kernel.ir.Kernel;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;

/** Short ways to lifted kernels. */
public final class Lifting {
    private Lifting() {}

    /** Returns the IR of a body that is in the language. */
    public static Kernel lift(String label, KernelBody body) {
        Lifted lifted = new KernelLifter().lift(label, body);
        if (lifted instanceof Lifted.Refused refused) {
            throw new AssertionError(refused.problems().toString());
        }
        return ((Lifted.Translated) lifted).kernel();
    }

    /** Returns the items of a policy, or one call if there is none. */
    public static IterationSpace launch(@Nullable Policy policy) {
        return policy == null ? IterationSpace.SINGLE : IterationSpace.of(policy);
    }
}
