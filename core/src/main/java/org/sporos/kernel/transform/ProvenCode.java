package org.sporos.kernel.transform;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.EditedKernel;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Region.Value;

/** A kernel on its way through passes, with the proofs about its instructions. Immutable. */
public final class ProvenCode {
    private final Kernel kernel;
    private final Guarantees proofs;
    private final Function<Value, @Nullable Value> origins;

    private ProvenCode(Kernel kernel, Guarantees proofs, Function<Value, @Nullable Value> origins) {
        this.kernel = kernel;
        this.proofs = proofs;
        this.origins = origins;
    }

    /** Returns the code before all passes. */
    public static ProvenCode of(Kernel kernel, Guarantees proofs) {
        return new ProvenCode(kernel, proofs, value -> value);
    }

    /** Returns the code that a pass has made of this, with the proofs that still hold. */
    public ProvenCode after(EditedKernel pass) {
        return new ProvenCode(pass.kernel(), pass.guarantees(proofs), value -> {
            Value before = pass.origin(value);
            return before == null ? null : origins.apply(before);
        });
    }

    public Kernel kernel() {
        return kernel;
    }

    public Guarantees proofs() {
        return proofs;
    }

    /** Returns the value of the code before all passes that a value is or is a copy of, or null if it is new. */
    public @Nullable Value origin(Value value) {
        return origins.apply(value);
    }
}
