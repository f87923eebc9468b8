package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reducers;
import org.sporos.reduce.Reduction;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

/**
 * Loads at indexes from lists: the host checks those of many work items at once, then runs the items without checks.
 */
class IndirectLoadsTest {
    private static final int N = 5000;
    private static final RangePolicy ALL = RangePolicy.of(N);
    private static final CppOptions HOISTED = CppOptions.DEFAULT.withHoisting();

    private final DoubleView x = DoubleView.of("x", MemorySpace.host(), 70);
    private final DoubleView y = DoubleView.of("y", MemorySpace.host(), 71);
    private final IntView at = IntView.of("at", MemorySpace.host(), N);
    private final IntView quads = IntView.of("quads", MemorySpace.host(), 4 * N);
    private final DoubleView to = DoubleView.of("to", MemorySpace.host(), N);
    private final DoubleView result = DoubleView.of("result", MemorySpace.host());
    private final DoubleView other = DoubleView.of("other", MemorySpace.host());

    private static final String HOIST = "HoistBoundsChecks";

    @TempDir
    Path folder;

    /** Branches on a value. */
    private static double inverse(double value) {
        return value > 0 ? 1 / value : 0;
    }

    private static CppUnit loop(RangeBody body) {
        return new CppUnit.For("loop", false, ALL, ZooUnits.kernel("loop", body, ALL, true));
    }

    private static String text(RangeBody body) {
        return text(loop(body));
    }

    private static String text(CppUnit unit) {
        return CppEmitter.emit(List.of(unit), CppDialect.HOST, HOISTED).kernels();
    }

    private static String tile(Reduction... reductions) {
        return Objects.requireNonNull(
                LoopPasses.of(CppDialect.HOST, ALL, reductions).get("FoldTiles"));
    }

    private String sum(DoubleContribution.Range contribution) {
        return tile(Reducers.Sum.into(result, contribution));
    }

    /** Returns the function of a name. */
    private static String function(String text, String name) {
        String from = text.substring(text.indexOf(name + "(int"));
        return from.substring(0, from.indexOf("\n}"));
    }

    private static void assertCheckedInPlace(RangeBody body) {
        assertThat(text(body)).contains("fault.begin(");
        assertThat(LoopPasses.of(ALL, body)).doesNotContainKey(HOIST);
    }

    @Test
    void a_strip_whose_indexes_are_in_bounds_has_no_checks() {
        String text = text(i -> to.set(i, inverse(x.get(at.get(i)))));
        assertThat(function(text, "k0_loop_body0_reached")).contains("x[at[i]]").doesNotContain("fault", "unsigned");
    }

    @Test
    void one_variable_is_the_largest_index_of_all_views_of_one_extent() {
        DoubleView same = DoubleView.of("same", MemorySpace.host(), 70);
        LongView far = LongView.of("far", MemorySpace.host(), N);
        String text = text(i -> {
            int k = at.get(i);
            to.set(i, inverse(x.get(k) + same.get(k) + y.get(k) + y.get(far.get(i))));
        });
        assertThat(text).contains("x_n0 > 0", "y_n0 > 0", "farthest3 < (").doesNotContain("farthest4", "same_n0");
        assertThat(function(text, "_reach").split("java::farther", -1)).hasSize(4);
    }

    @Test
    void several_results_share_the_check() {
        DoubleContribution.Range one = i -> inverse(x.get(at.get(i)));
        DoubleContribution.Range two = i -> -inverse(x.get(at.get(i)) - 1);
        assertThat(tile(Reducers.Sum.into(result, one), Reducers.Max.into(other, two)))
                .contains("""
                            loop p in [0, count)
                              farthest farthest of body0_reach(p)
                              farthest farthest of body1_reach(p)
                        """, "return body0_reached(p)", "return body1_reached(p)");
    }

    @Test
    void short_loops_and_lists_of_lists_are_checked_in_loops_of_their_own() {
        String text = text(i -> {
            double[] corner = new double[4];
            for (int k = 0; k < 4; k++) {
                corner[k] = x.get(at.get(quads.get(4 * i + k)));
            }
            to.set(i, inverse(corner[0] * corner[2] - corner[1] * corner[3]));
        });
        assertThat(function(text, "_reach"))
                .contains("for (int k = 0; k < 4; k++) {", "at_n0", "x_n0")
                .doesNotContain("corner", "to[");
        assertThat(function(text, "_reached")).doesNotContain("fault");
    }

    @Test
    void an_index_that_is_live_out_of_a_loop_keeps_its_check() {
        assertCheckedInPlace(i -> {
            double sum = 0;
            int k = 0;
            for (; k < 4; k++) {
                sum += k * to.get(i);
            }
            to.set(i, inverse(sum + x.get(at.get(k))));
        });
        String both = text(i -> {
            double sum = 0;
            int k = 0;
            for (; k < 4; k++) {
                sum += x.get(at.get(k));
            }
            to.set(i, inverse(sum + y.get(at.get(k))));
        });
        assertThat(function(both, "_reach")).contains("x_n0").doesNotContain("y_n0");
        assertThat(function(both, "_reached")).contains("y_n0").doesNotContain("x_n0");
    }

    /** Returns a kernel with a gathered load that is checked, before and behind a branch that becomes a select. */
    private RangeBody converted(DoubleView out) {
        return i -> {
            double first = x.get(at.get(i));
            if (first < 0.5) {
                first = -first;
            }
            out.set(i, first + y.get(quads.get(i)));
        };
    }

    /** Returns such a kernel with a loop that has versions, one of them unrolled. */
    private RangeBody versioned(DoubleView out) {
        return i -> {
            double sum = x.get(at.get(i));
            for (int k = at.get(i); k < quads.get(i); k++) {
                sum += x.get(k) * y.get(at.get(k));
            }
            out.set(i, sum + y.get(quads.get(i)));
        };
    }

    /** Returns such a kernel with a loop that is distributed. */
    private RangeBody distributed(DoubleView out) {
        return i -> {
            double sum = x.get(at.get(i));
            for (int k = at.get(i); k < quads.get(i); k++) {
                double distance = x.get(at.get(k)) - y.get(at.get(k));
                if (distance * distance < 0.25) {
                    sum += 1 / distance;
                }
            }
            out.set(i, sum + y.get(quads.get(i)));
        };
    }

    @Test
    void loads_are_found_in_kernels_that_passes_change() {
        for (RangeBody body : List.of(converted(to), versioned(to), distributed(to))) {
            ProvenKernel proven = ZooUnits.kernel("loop", body, ALL, true);
            UnitScope unit = new UnitScope(List.of(proven), null, CppDialect.HOST);
            CppFunction whole = new CppFunction("body", proven, 0, unit, HOISTED);
            assertThat(whole.body().code.toString())
                    .isNotEqualTo(proven.kernel().toString());
            HoistBoundsChecks.Versions versions = Objects.requireNonNull(HoistBoundsChecks.Versions.of(whole));
            assertThat(versions.largest().proven().kernel().toString().lines())
                    .filteredOn(line -> line.contains("load."))
                    .map(line -> line.replaceFirst(".*(@\\w+).*", "$1"))
                    .containsExactly("@at", "@x", "@quads", "@y");
            assertThat(function(whole.text(CppDialect.HOST), "body_reached")).contains("x[at[i]]", "y[quads[i]]");
        }
    }

    @Test
    void kernels_that_passes_change_give_the_values_of_java() throws IOException {
        Tools.require("g++", "loops are not run");
        Random random = new Random(4);
        at.assign(random.ints(N, 0, 70).toArray());
        quads.assign(random.ints(4 * N, 0, 71).toArray());
        x.assign(random.doubles(70).toArray());
        y.assign(random.doubles(71).toArray());
        List<Function<DoubleView, RangeBody>> bodies = List.of(this::converted, this::versioned, this::distributed);
        List<CppUnit> units = new ArrayList<>();
        List<DoubleView> found = new ArrayList<>();
        for (Function<DoubleView, RangeBody> body : bodies) {
            DoubleView own = DoubleView.of("own", MemorySpace.host(), N);
            units.add(loop(body.apply(own)));
            found.add(own);
        }
        CppProgram program = CppEmitter.emit(units, HostRun.DIALECT, HOISTED);
        HostRun.run(program, Files.createTempDirectory(folder, "run"), "-O3", HostRun.MARCH);
        for (Function<DoubleView, RangeBody> body : bodies) {
            for (int i = 0; i < N; i++) {
                body.apply(to).at(i);
            }
            assertThat(found.remove(0).toArray()).isEqualTo(to.toArray());
        }
    }

    @Test
    void other_checks_stay_in_the_loop() {
        String text = text(i -> {
            double first = x.get(at.get(i));
            y.set(at.get(i), inverse(first / (7 / at.get(i))));
        });
        assertThat(function(text, "_reached"))
                .contains("x[at[i]]", "java::in(t, y_n0)")
                .doesNotContain("x_n0");
    }

    @Test
    void an_index_that_work_items_may_change_or_that_is_conditional_keeps_its_check() {
        assertCheckedInPlace(i -> {
            at.set(i, at.get(i) + 1);
            to.set(i, inverse(x.get(at.get(i))));
        });
        assertCheckedInPlace(i -> {
            if (at.get(i) >= 0) {
                to.set(i, x.get(at.get(i)));
            }
        });
        IntView part = at.subview(Slice.range(0, N - 1));
        assertCheckedInPlace(i -> {
            if (i < N - 1) {
                part.set(i, 3);
            }
            to.set(i, inverse(x.get(at.get(i))));
        });
        assertCheckedInPlace(i -> {
            double sum = 0;
            for (int k = 0; k < at.get(i); k++) {
                sum += x.get(k);
            }
            to.set(i, inverse(sum));
        });
        DoubleView plane = DoubleView.of("plane", MemorySpace.host(), 7, 10);
        assertCheckedInPlace(i -> to.set(i, inverse(plane.get(at.get(i), 3))));
        DoubleView column = plane.subview(Slice.all(), Slice.at(3));
        assertCheckedInPlace(i -> to.set(i, inverse(column.get(at.get(i)))));
    }

    @Test
    void a_body_without_branches_keeps_its_checks() {
        assertCheckedInPlace(i -> to.set(i, x.get(at.get(i)) * 0.5));
        assertThat(sum(i -> x.get(at.get(i)) * 0.5)).doesNotContain("check bounds");
    }

    @Test
    void an_index_from_floating_point_arithmetic_is_not_computed_twice() {
        assertCheckedInPlace(i -> to.set(i, inverse(x.get((int) (to.get(i) * 70)))));
    }

    @Test
    void rows_of_boxes_keep_their_checks() {
        MDRangePolicy box = MDRangePolicy.of(50, 100);
        RangeBody2 body = (i, j) -> to.set(100 * i + j, inverse(x.get(at.get(100 * i + j))));
        assertThat(LoopPasses.of(box, body)).doesNotContainKey(HOIST);
    }

    @Test
    void bodies_that_cannot_fail_have_no_check() {
        assertThat(text(i -> to.set(i, inverse(y.get(0) * at.get(i))))).doesNotContain("_reach", "farthest", "fault");
        assertThat(sum(i -> inverse(y.get(0) * at.get(i)))).doesNotContain("check bounds");
    }

    @Test
    void only_the_options_of_the_library_hoist_checks() {
        CppUnit unit = loop(i -> to.set(i, inverse(x.get(at.get(i)))));
        assertThat(CppEmitter.emit(List.of(unit), CppDialect.HOST, CppOptions.DEFAULT)
                        .kernels())
                .doesNotContain("_reach");
        assertThat(CppEmitter.emit(List.of(unit), CppDialect.CUDA, CppOptions.DEFAULT)
                        .kernels())
                .doesNotContain("_reach");
    }

    @Test
    void loops_give_the_values_of_java() throws IOException {
        Tools.require("g++", "loops are not run");
        Random random = new Random(3);
        at.assign(random.ints(N, 0, 70).toArray());
        quads.assign(random.ints(4 * N, 0, N).toArray());
        x.assign(random.doubles(70).toArray());
        DoubleView wanted = DoubleView.of("wanted", MemorySpace.host(), N);
        List<CppUnit> units = new ArrayList<>();
        List<DoubleView> found = new ArrayList<>();
        for (int n : new int[] {0, 1, 7, 255, 256, 257, N}) {
            DoubleView own = DoubleView.of("own", MemorySpace.host(), N);
            RangePolicy policy = RangePolicy.of(N - n, N);
            RangeBody body = i -> {
                double sum = own.get(i);
                for (int k = 0; k < 4; k++) {
                    sum += x.get(at.get(quads.get(4 * i + k)));
                }
                own.set(i, sum < 1.5 ? sum / x.get(at.get(i)) : inverse(sum));
            };
            units.add(new CppUnit.For("loop", false, policy, ZooUnits.kernel("loop", body, policy, true)));
            found.add(own);
        }
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int k = 0; k < 4; k++) {
                sum += x.get(at.get(quads.get(4 * i + k)));
            }
            wanted.set(i, sum < 1.5 ? sum / x.get(at.get(i)) : inverse(sum));
        }
        CppProgram program = CppEmitter.emit(units, HostRun.DIALECT, HOISTED);
        assertThat(program.kernels()).contains("_reached(");
        HostRun.run(program, Files.createTempDirectory(folder, "run"), "-O3", HostRun.MARCH);
        int k = 0;
        for (int n : new int[] {0, 1, 7, 255, 256, 257, N}) {
            double[] all = found.get(k++).toArray();
            for (int i = 0; i < N; i++) {
                assertThat(all[i]).isEqualTo(i < N - n ? 0 : wanted.get(i));
            }
        }
    }
}
