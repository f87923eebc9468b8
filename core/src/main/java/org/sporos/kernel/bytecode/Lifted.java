package org.sporos.kernel.bytecode;

import java.util.List;
import org.sporos.kernel.KernelProblem;
import org.sporos.kernel.ir.Kernel;

/** The outcome of lifting: a well-formed kernel, or all the problems that were found. */
public sealed interface Lifted {

    /** The outcome that the body is in the language. */
    record Translated(Kernel kernel) implements Lifted {}

    /** The outcome that it is not. There is at least one problem, in the order of the source. */
    record Refused(List<KernelProblem> problems) implements Lifted {
        public Refused {
            problems = List.copyOf(problems);
        }
    }
}
