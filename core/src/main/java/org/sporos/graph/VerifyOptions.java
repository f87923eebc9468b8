package org.sporos.graph;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Required;
import org.sporos.space.ExecutionSpace;

/**
 * The reference and the tolerance of {@link Graph#verify(ExecutionSpace, VerifyOptions)}. Immutable.
 *
 * <pre>{@code
 * VerifyOptions loose = VerifyOptions.DEFAULT.withUlps(4).with(Merging.OFF);
 * System.out.println(graph.verify(space, loose));
 * }</pre>
 */
@CheckReturnValue
public final class VerifyOptions {
    /** Plain Java as the reference, which calls the lambdas index by index; functions of Math may differ by 2 ulps. */
    public static final VerifyOptions DEFAULT = new VerifyOptions(null, 2, List.of());

    private final @Nullable ExecutionSpace reference;
    private final long ulps;
    private final List<InstantiateOption> instantiate;

    private VerifyOptions(@Nullable ExecutionSpace reference, long ulps, List<InstantiateOption> instantiate) {
        this.reference = reference;
        this.ulps = ulps;
        this.instantiate = instantiate;
    }

    /** Returns the same options with a space as the reference, which stays open. */
    public VerifyOptions against(ExecutionSpace other) {
        return new VerifyOptions(Required.argument(other, "the reference of verify"), ulps, instantiate);
    }

    /**
     * Returns the same options with another tolerance, in units in the last place, for nodes that call inexact
     * functions of Math: {@code sin}, {@code exp} and others. All other nodes must give equal bits.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public VerifyOptions withUlps(long most) {
        if (most < 0) {
            throw new CodedArgumentException(
                    "G160", "a tolerance of " + most + " ulps is negative; give 0 for equal bits, or more");
        }
        return new VerifyOptions(reference, most, instantiate);
    }

    /**
     * Returns the same options with another option for the verified space. The reference only gets options that relax
     * checks.
     */
    public VerifyOptions with(InstantiateOption option) {
        List<InstantiateOption> all = new ArrayList<>(instantiate);
        all.add(Required.argument(option, "an option of verify"));
        return new VerifyOptions(reference, ulps, List.copyOf(all));
    }

    /** Returns the reference space, or null for plain Java. */
    public @Nullable ExecutionSpace reference() {
        return reference;
    }

    /** Returns the tolerance of inexact results, in units in the last place. */
    public long ulps() {
        return ulps;
    }

    /** Returns the options of the instantiation on the verified space. */
    public List<InstantiateOption> instantiateOptions() {
        return instantiate;
    }
}
