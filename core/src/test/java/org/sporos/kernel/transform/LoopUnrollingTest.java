package org.sporos.kernel.transform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.IrInterpreter;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Verifier;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;
import org.sporos.view.View;

/** Each loop of the zoo that has a trip count, unrolled alone. */
class LoopUnrollingTest {
    private static final long LONGEST = 100;

    private static List<LoopInfo> loops(Kernel kernel) {
        return LoopInfo.of(kernel.body(), ControlFlow.of(kernel.body()));
    }

    private static long[] bits(View view) {
        long[] bits = new long[(int) view.allocation().size()];
        Arrays.setAll(bits, view.allocation()::bits);
        return bits;
    }

    @Test
    void an_unrolled_kernel_is_valid_has_one_loop_less_and_gives_the_same_bits() {
        int unrolled = 0;
        for (NamedKernel named : Zoo.all()) {
            Kernel sample = Lifting.lift(named.name(), named.fresh().body());
            for (int k = 0; k < loops(sample).size(); k++) {
                Long count = loops(sample).get(k).tripCount();
                if (count != null && count <= LONGEST) {
                    compare(named, k);
                    unrolled++;
                }
            }
        }
        assertThat(unrolled).isGreaterThan(10);
    }

    private static void compare(NamedKernel named, int loop) {
        NamedKernel.Instance plain = named.fresh();
        NamedKernel.Instance instance = named.fresh();
        Kernel kernel = Lifting.lift(named.name(), instance.body());
        List<LoopInfo> loops = loops(kernel);
        LoopInfo chosen = loops.get(loop);
        Kernel unrolled = LoopUnrolling.apply(kernel, List.of(chosen)).kernel();
        assertThat(Verifier.violations(unrolled)).as(named.name()).isEmpty();
        long inner = loops.stream()
                .filter(other ->
                        other != chosen && chosen.contains(other.header().id()))
                .count();
        long copies = Objects.requireNonNull(chosen.tripCount());
        assertThat((long) loops(unrolled).size()).as(named.name()).isEqualTo(loops.size() - 1 + inner * (copies - 1));
        assertThat(IrInterpreter.run(unrolled, instance))
                .as(named.name())
                .isEqualTo(IrInterpreter.run(Lifting.lift(named.name(), plain.body()), plain));
        for (int v = 0; v < plain.views().size(); v++) {
            assertThat(bits(instance.views().get(v)))
                    .as(named.name())
                    .isEqualTo(bits(plain.views().get(v)));
        }
    }
}
