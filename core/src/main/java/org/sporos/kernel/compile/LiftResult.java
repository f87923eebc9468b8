package org.sporos.kernel.compile;

import java.util.List;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.ir.Kernel;

/** The outcome of lifting a body. Immutable. */
sealed interface LiftResult {

    /** A kernel, which may be shared, and what its names stand for. */
    record Bound(Kernel kernel, Binding binding) implements LiftResult {}

    /** All that keeps it from being a kernel. */
    record Refused(List<KernelProblem> problems) implements LiftResult {}
}
