package org.sporos.samples.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

final class TierKernelTest {
    static Stream<TierKernel> kernels() {
        return TierCompare.kernels().stream();
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void the_graph_has_the_bits_of_the_plain_loop(TierKernel kernel) {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=bytecode")) {
            TierKernel.Work work = kernel.maker().make(space);
            try (ExecutableGraph graph = work.graph().instantiate(space)) {
                graph.submit();
                space.fence();
                work.plain().run();
                assertThat(work.same()).returns(true, same -> same.getAsBoolean());
            }
        }
    }
}
