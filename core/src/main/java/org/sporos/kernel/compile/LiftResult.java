package org.sporos.kernel.compile;

import java.util.List;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.ir.Kernel;

/** The result of lifting a body. Immutable. */
sealed interface LiftResult {

    /** A kernel, possibly shared, and its captures. */
    record Bound(Kernel kernel, Binding binding) implements LiftResult {}

    /** The problems of a rejected body. */
    record Refused(List<KernelProblem> problems) implements LiftResult {}
}
