package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.graph.Graph;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;
import org.sporos.plan.KernelUnits;
import org.sporos.plan.Planner;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;

/** Loops whose text is taken from one before them are what they would be if they were written alone. */
class SharedLoopTest {

    static List<CppDialect> dialects() {
        return List.of(CppDialect.CUDA, CppDialect.HIP, CppDialect.HOST);
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void named_kernels_on_another_range_are_as_if_written_alone(CppDialect dialect) {
        int shared = 0;
        for (NamedKernel named : Zoo.all()) {
            NamedKernel.Instance kernel = named.fresh();
            if (kernel.policy() instanceof RangePolicy range && kernel.body() instanceof RangeBody body) {
                int middle = range.begin() + (range.end() - range.begin()) / 2;
                Graph graph = Graph.define("two", root -> {
                    root.thenParallelFor("loop", RangePolicy.of(range.begin(), middle), body);
                    root.thenParallelFor("loop", RangePolicy.of(range.begin(), range.end()), body);
                });
                List<CppUnit> units = KernelUnits.of(Planner.plan(graph), KernelIndex.of(graph), true)
                        .units();
                CppProgram both = CppEmitter.emit(units, dialect, CppOptions.DEFAULT);
                CppProgram alone = CppEmitter.emit(units.subList(1, 2), dialect, CppOptions.DEFAULT);
                CppLaunch second = both.launches().get(1).get(0);
                if (second.entry().equals(both.launches().get(0).get(0).entry())) {
                    shared++;
                    assertThat(both.kernels()).as(named.name()).isEqualTo(alone.kernels());
                    assertThat(second)
                            .as(named.name())
                            .isEqualTo(alone.launches().get(0).get(0));
                }
            }
        }
        assertThat(shared).isGreaterThan(8);
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void numbers_and_views_of_each_loop_are_its_own(CppDialect dialect) {
        var a = org.sporos.view.DoubleView.of("a", org.sporos.space.MemorySpace.host(), 10);
        var b = org.sporos.view.DoubleView.of("b", org.sporos.space.MemorySpace.host(), 10);
        Graph graph = Graph.define("many", root -> {
            for (int k = 0; k < 3; k++) {
                double factor = k + 0.5;
                var to = k < 2 ? a : b;
                root.thenParallelFor("loop", RangePolicy.of(k, k + 1), i -> to.set(i, factor));
            }
        });
        CppProgram program = CppEmitter.emit(
                KernelUnits.of(Planner.plan(graph), KernelIndex.of(graph), true).units(), dialect, CppOptions.DEFAULT);
        for (int k = 0; k < 3; k++) {
            List<CppArgument> arguments = program.launches().get(k).get(0).arguments();
            assertThat(arguments).contains(new CppArgument.ViewAddress(k < 2 ? a : b));
            assertThat(arguments)
                    .contains(new CppArgument.Constant(
                            org.sporos.kernel.ir.Type.F64, Double.doubleToRawLongBits(k + 0.5)));
            if (k > 0) {
                assertThat(arguments).contains(new CppArgument.Constant(org.sporos.kernel.ir.Type.I32, k));
            }
        }
        assertThat(program.launches().get(2).get(0).entry())
                .isEqualTo(program.launches().get(1).get(0).entry());
    }
}
