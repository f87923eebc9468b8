package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sporos.debug.Debug;
import org.sporos.graph.Graph;
import org.sporos.kernel.bytecode.KernelLifter;
import org.sporos.kernel.bytecode.Lifted;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;
import org.sporos.plan.KernelUnits;
import org.sporos.plan.Planner;
import org.sporos.policy.IndexSet;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.View;

/** Units with cached text equal units that are emitted alone. */
class SharedTextTest {

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
                CppLaunch second = both.launches().get(1);
                if (second.entry().equals(both.launches().get(0).entry())) {
                    shared++;
                    assertThat(both.kernels()).as(named.name()).isEqualTo(alone.kernels());
                    assertThat(second)
                            .as(named.name())
                            .isEqualTo(alone.launches().get(0));
                }
            }
        }
        assertThat(shared).isGreaterThan(8);
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void numbers_and_views_of_each_loop_are_its_own(CppDialect dialect) {
        DoubleView a = DoubleView.of("a", MemorySpace.host(), 10);
        DoubleView b = DoubleView.of("b", MemorySpace.host(), 10);
        Graph graph = Graph.define("many", root -> {
            for (int k = 0; k < 3; k++) {
                double factor = k + 0.5;
                DoubleView to = k < 2 ? a : b;
                root.thenParallelFor("loop", RangePolicy.of(k, k + 1), i -> to.set(i, factor));
            }
        });
        CppProgram program = CppEmitter.emit(
                KernelUnits.of(Planner.plan(graph), KernelIndex.of(graph), true).units(), dialect, CppOptions.DEFAULT);
        for (int k = 0; k < 3; k++) {
            List<CppArgument> arguments = program.launches().get(k).arguments();
            assertThat(arguments).contains(new CppArgument.ViewAddress(k < 2 ? a : b));
            assertThat(arguments)
                    .contains(new CppArgument.Constant(
                            org.sporos.kernel.ir.Type.F64, Double.doubleToRawLongBits(k + 0.5)));
            if (k > 0) {
                assertThat(arguments).contains(new CppArgument.Constant(org.sporos.kernel.ir.Type.I32, k));
            }
        }
        assertThat(program.launches().get(2).entry())
                .isEqualTo(program.launches().get(1).entry());
    }

    /** Two loops of one body, each over views of its own. */
    private static List<CppUnit> gathers(int first, int second, int range) {
        Graph graph = Graph.define("gathers", root -> {
            for (int n : List.of(first, second)) {
                IntView index = IntView.of("index of " + n, MemorySpace.host(), n);
                DoubleView from = DoubleView.of("from " + n, MemorySpace.host(), 1000);
                DoubleView to = DoubleView.of("to " + n, MemorySpace.host(), n);
                root.thenParallelFor("gather", RangePolicy.of(0, range), i -> to.set(i, from.get(index.get(i))));
            }
        });
        return KernelUnits.of(Planner.plan(graph), KernelIndex.of(graph), true).units();
    }

    private static CppOptions options(CppDialect dialect) {
        return dialect.isGpu() ? CppOptions.DEFAULT.withSpeculation() : CppOptions.DEFAULT.withHoisting();
    }

    private static boolean isKnown(CppUnit unit, CppDialect dialect) {
        UnitForms.Formed formed = new UnitForms().of(unit, BlockIndexing.OF_LAUNCH);
        return UnitText.known(formed.form(), dialect, options(dialect), unit.bodies()) != null;
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void loops_that_may_fail_share_their_text_over_views_of_other_extents(CppDialect dialect) {
        List<CppUnit> units = gathers(20, 30, 10);
        CppEmitter.emit(units.subList(0, 1), dialect, options(dialect));
        assertThat(isKnown(units.get(1), dialect)).isTrue();
        CppProgram shared = CppEmitter.emit(units.subList(1, 2), dialect, options(dialect));
        CppLaunch launch = shared.launches().get(0);
        CppLaunch alone = CppEmitter.emit(gathers(30, 20, 10).subList(0, 1), dialect, options(dialect))
                .launches()
                .get(0);
        assertThat(launch.sites()).extracting(CppSite::subject).containsExactly("from 30");
        assertThat(launch.sites().get(0).view())
                .isSameAs(((CppUnit.For) units.get(1)).body().views().get(1));
        assertThat(launch.arguments().stream().filter(CppArgument.Constant.class::isInstance))
                .containsExactlyElementsOf(alone.arguments().stream()
                        .filter(CppArgument.Constant.class::isInstance)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void loops_of_which_less_is_proven_have_a_text_of_their_own(CppDialect dialect) {
        List<CppUnit> units = gathers(20, 5, 10);
        String inside =
                CppEmitter.emit(units.subList(0, 1), dialect, options(dialect)).kernels();
        assertThat(isKnown(units.get(1), dialect)).isFalse();
        assertThat(CppEmitter.emit(units.subList(1, 2), dialect, options(dialect))
                        .kernels())
                .isNotEqualTo(inside);
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void units_of_equal_numbers_share_their_text_over_other_views(CppDialect dialect) {
        List<Supplier<List<CppUnit>>> all = new ArrayList<>(
                List.of(MergedUnits::loops, () -> OtherUnits.all(dialect == CppDialect.CUDA), SharedTextTest::others));
        if (dialect.isGpu()) {
            all.addAll(List.of(MergedUnits::phases, MergedUnits::loopsOfPhases, MergedUnits::beside));
        }
        int shared = 0;
        for (Supplier<List<CppUnit>> made : all) {
            List<CppUnit> first = made.get();
            List<CppUnit> second = made.get();
            for (int k = 0; k < first.size(); k++) {
                CppUnit one = first.get(k);
                CppUnit other = second.get(k);
                UnitForms.Formed form = new UnitForms().of(one, BlockIndexing.OF_LAUNCH);
                CppProgram before = CppEmitter.emit(List.of(one), dialect, options(dialect));
                CppProgram after = CppEmitter.emit(List.of(other), dialect, options(dialect));
                assertThat(after.kernels()).as(one.label()).isEqualTo(before.kernels());
                if (form != null && !before.launches().isEmpty()) {
                    shared++;
                    assertThat(isKnown(other, dialect)).as(one.label()).isTrue();
                    CppLaunch launch = after.launches().get(0);
                    CppLaunch expected = before.launches().get(0);
                    UnitForms.Formed to = new UnitForms().of(other, BlockIndexing.OF_LAUNCH);
                    assertThat(launch.arguments())
                            .as(one.label())
                            .isEqualTo(expected.arguments().stream()
                                    .map(argument -> in(argument, form, to))
                                    .toList());
                    assertThat(launch.geometry()).isEqualTo(expected.geometry());
                    assertThat(launch.sites())
                            .as(one.label())
                            .isEqualTo(expected.sites().stream()
                                    .map(site -> site.view() == null ? site : site.of(in(site.view(), form, to)))
                                    .toList());
                }
            }
        }
        assertThat(shared).isGreaterThan(8);
    }

    private static CppArgument in(CppArgument argument, UnitForms.Formed from, UnitForms.Formed to) {
        if (argument instanceof CppArgument.ViewAddress address) {
            return new CppArgument.ViewAddress(in(address.view(), from, to));
        } else if (argument instanceof CppArgument.ParamAddress address) {
            return new CppArgument.ParamAddress(to.params().get(from.params().indexOf(address.param())));
        }
        return argument;
    }

    private static View in(View view, UnitForms.Formed from, UnitForms.Formed to) {
        return to.views().get(from.views().indexOf(view));
    }

    /** A box, a reduction and a single call over views of their own. */
    private static List<CppUnit> others() {
        DoubleView u = DoubleView.of("u", MemorySpace.host(), 8, 9);
        return sums(u, DoubleView.of("v", MemorySpace.host(), 8, 9), 10, 0.5);
    }

    private static List<CppUnit> sums(DoubleView from, DoubleView to, int n, double factor) {
        DoubleView sum = DoubleView.of("sum", MemorySpace.host());
        Graph graph = Graph.define(
                "sums",
                root -> root.thenParallelFor(
                                "box", MDRangePolicy.of(8, 9), (i, j) -> to.set(i, j, factor * from.get(i, j)))
                        .thenParallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> factor * to.get(0, i % 9)))
                        .then("one", () -> from.set(0, 0, factor * sum.get())));
        return KernelUnits.of(Planner.plan(graph), KernelIndex.of(graph), true).units();
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void units_of_other_numbers_or_overlaps_have_a_text_of_their_own(CppDialect dialect) {
        DoubleView u = DoubleView.of("u", MemorySpace.host(), 8, 9);
        DoubleView v = DoubleView.of("v", MemorySpace.host(), 8, 9);
        CppEmitter.emit(sums(u, v, 20, 1.5), dialect, options(dialect));
        assertThat(sums(v, u, 20, 1.5)).allMatch(unit -> isKnown(unit, dialect));
        assertThat(sums(v, u, 20, 2.5)).noneMatch(unit -> isKnown(unit, dialect));
        assertThat(isKnown(sums(v, u, 21, 1.5).get(1), dialect)).isFalse();
        assertThat(isKnown(sums(u, u, 20, 1.5).get(0), dialect)).isFalse();
        DoubleView large = DoubleView.of("large", MemorySpace.host(), 8, 10);
        assertThat(isKnown(sums(u, large, 20, 1.5).get(0), dialect)).isFalse();
        List<Long> numbers = CppEmitter.emit(sums(v, u, 20, 2.5), dialect, options(dialect)).launches().stream()
                .map(
                        launch -> launch.arguments().stream()
                                .filter(new CppArgument.Constant(
                                        org.sporos.kernel.ir.Type.F64, Double.doubleToRawLongBits(2.5))::equals)
                                .count())
                .toList();
        assertThat(numbers).containsOnly(1L);
    }

    @Test
    void units_whose_text_depends_on_contents_or_dynamic_bounds_are_not_cached() {
        IntView n = IntView.of("n", MemorySpace.host());
        DoubleView x = DoubleView.of("x", MemorySpace.host(), 10);
        DoubleView sum = DoubleView.of("sum", MemorySpace.host());
        Graph graph = Graph.define("uncached", root -> {
            root.thenParallelReduce("bounded", RangePolicy.of(n, 10), Sum.into(sum, i -> x.get(i)));
            root.thenParallelReduce("listed", IndexSet.of(1, 3), Sum.into(sum, i -> x.get(i)));
            root.thenParallelFor("teams", TeamPolicy.of(2, 32), team -> x.set(team.leagueRank(), 1));
        });
        assertThat(KernelUnits.of(Planner.plan(graph), KernelIndex.of(graph), true)
                        .units())
                .hasSize(3)
                .allMatch(unit -> new UnitForms().of(unit, BlockIndexing.OF_LAUNCH) == null);
    }

    @Test
    void loops_that_share_their_text_print() {
        RangeBody body = i -> Debug.print("i = {}", i);
        Lifted lifted = new KernelLifter(true).lift("loop", body);
        ProvenKernel kernel = ProvenKernel.of(((Lifted.Translated) lifted).kernel(), Guarantees.NONE);
        CppUnit loop = new CppUnit.For("loop", false, RangePolicy.of(0, 3), kernel);
        CppProgram program = CppEmitter.emit(List.of(loop, loop), CppDialect.CUDA, CppOptions.DEFAULT);
        assertThat(program.launches())
                .allSatisfy(launch -> assertThat(launch.prints()).hasSize(1));
    }
}
