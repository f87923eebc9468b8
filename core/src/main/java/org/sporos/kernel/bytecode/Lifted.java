package org.sporos.kernel.bytecode;

import java.util.List;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.ir.Kernel;

/** The result of lifting: a verified kernel, or its problems. */
public sealed interface Lifted {

    /** A body in the kernel language. */
    record Translated(Kernel kernel) implements Lifted {}

    /** A body outside of it, with at least one problem, in source order. */
    record Refused(List<KernelProblem> problems) implements Lifted {
        public Refused {
            problems = List.copyOf(problems);
        }
    }
}
