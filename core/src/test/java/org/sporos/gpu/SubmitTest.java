package org.sporos.gpu;

import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.param.DoubleParam;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** What a submit costs the JVM, over a driver that does nothing. */
class SubmitTest {
    private static final int SUBMITS = 1_000_000;

    @Test
    void a_million_submits_with_changing_params_allocate_nothing() {
        DoubleParam dt = DoubleParam.of("dt", 1);
        try (GpuSpace space = GpuSpace.open("cuda", new RecordingDriver(), CppDialect.CUDA, BinaryCache.off());
                DoubleView x = DoubleView.of("x", space, 64);
                ExecutableGraph exec = Graph.define(
                                "g",
                                root -> root.thenParallelFor(
                                        "k", RangePolicy.of(64), i -> x.set(i, x.get(i) + dt.get())))
                        .instantiate(space)) {
            SubmitBytes.requireNone(space, SUBMITS, run -> {
                dt.set(run);
                exec.submit();
            });
        }
    }
}
