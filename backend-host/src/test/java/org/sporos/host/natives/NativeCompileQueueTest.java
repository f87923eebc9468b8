package org.sporos.host.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ProgressReporter;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;
import org.sporos.policy.RangeBody;

/** Large graphs become several libraries, that with most of the work first. */
class NativeCompileQueueTest {
    private static final int KERNELS = 7;

    /** Notes when it gets its code. */
    private record Listener(int number, double worked, List<Integer> offered) implements NativeCodeListener {
        @Override
        public void offer(NativeLoop code) {
            offered.add(number);
        }

        @Override
        public void refuse(String reason) {
            throw new AssertionError(reason);
        }
    }

    private static KernelFacts facts(String label, NamedKernel.Instance instance) {
        Kernel kernel = Lifting.lift(label, instance.body());
        return KernelFacts.of(kernel, Binding.of(kernel), IterationSpace.of(instance.policy()));
    }

    @Test
    void the_library_of_the_kernels_that_have_worked_most_comes_first() {
        assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
        NativeCompileQueue requests = new NativeCompileQueue(3);
        List<Integer> offered = new ArrayList<>();
        int number = 0;
        for (NamedKernel kernel : Zoo.all()) {
            NamedKernel.Instance made = kernel.fresh();
            if (number < KERNELS && kernel.exact() && made.body() instanceof RangeBody && made.policy() != null) {
                Listener listener = new Listener(number, number == 4 ? 5e9 : number, offered);
                number += requests.loop(kernel.name(), made.policy(), List.of(facts(kernel.name(), made)), listener)
                                == null
                        ? 1
                        : 0;
            }
        }
        assertThat(number).isEqualTo(KERNELS);
        requests.compile(ProgressReporter.NONE);
        assertThat(offered).containsExactly(3, 4, 5, 6, 0, 1, 2);
        requests.compile(ProgressReporter.NONE);
        assertThat(offered).hasSize(KERNELS);
    }
}
