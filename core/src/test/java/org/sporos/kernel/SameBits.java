package org.sporos.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Verifier;
import org.sporos.kernel.zoo.JvmRun;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.view.View;

/** Compares what the IR of a kernel does with what its bytecode does. */
final class SameBits {
    private SameBits() {}

    /** Runs one instance on the JVM and one in the interpreter: all that is returned and written is the same. */
    static void assertInterpretedAsOnJvm(NamedKernel kernel) {
        NamedKernel.Instance onJvm = kernel.fresh();
        NamedKernel.Instance interpreted = kernel.fresh();
        Kernel lifted = Lifting.lift(kernel.name(), interpreted.body());
        assertThat(Verifier.violations(lifted)).as(kernel.name()).isEmpty();
        List<Long> expected = JvmRun.run(onJvm);
        assertThat(IrInterpreter.run(lifted, interpreted)).as(kernel.name()).isEqualTo(expected);
        assertThat(expected.isEmpty() && onJvm.views().isEmpty())
                .as("%s gives nothing to compare", kernel.name())
                .isFalse();
        for (int k = 0; k < onJvm.views().size(); k++) {
            assertThat(bits(interpreted.views().get(k)))
                    .as(kernel.name())
                    .isEqualTo(bits(onJvm.views().get(k)));
        }
    }

    private static long[] bits(View view) {
        long[] bits = new long[(int) view.allocation().size()];
        for (int k = 0; k < bits.length; k++) {
            bits[k] = view.allocation().bits(k);
        }
        return bits;
    }
}
