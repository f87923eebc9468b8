package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.Scan;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.DoubleScanBody;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reducers;
import org.sporos.reduce.Reduction;
import org.sporos.reference.ScanOrder;
import org.sporos.reference.TreeOrder;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.LongView;

/** Reductions of tiles and scans have the documented order of operations. */
class OrderOracleTest {
    private static final int[] TILES = {0, 1, 31, 32, 33, 2047, 2048};
    private static final int[] SIZES = {0, 1, 31, 32, 33, 2047, 2048, 2049, 70_000, 2048 * 70 + 5};

    @TempDir
    Path folder;

    private final SplittableRandom random = new SplittableRandom(7);

    @BeforeEach
    void g() {
        Tools.require("g++", "the order of reductions is not compared");
    }

    private DoubleView wild(int n) {
        DoubleView x = DoubleView.of("x", MemorySpace.host(), Math.max(1, n));
        for (int k = 0; k < n; k++) {
            x.set(k, (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(20)));
        }
        return x;
    }

    private static List<Double> values(DoubleView x, int n) {
        return IntStream.range(0, n).mapToObj(x::get).toList();
    }

    private static DoubleView cell() {
        return DoubleView.of("cell", MemorySpace.host());
    }

    private void run(List<CppUnit> units) throws IOException {
        CppProgram program = CppEmitter.emit(units, HostRun.DIALECT, CppOptions.DEFAULT);
        HostRun.run(HostUnits.whole(units, program), folder);
    }

    private static CppUnit reduce(Policy policy, Reduction reduction) {
        return new CppUnit.Reduce("reduce", false, policy, List.of(OtherUnits.part(reduction, policy)));
    }

    @Test
    void views_may_have_the_names_that_entries_use_themselves() throws IOException {
        int n = 100;
        DoubleView p = wild(n);
        DoubleView v = wild(n);
        DoubleView a = wild(n);
        DoubleView b = cell();
        DoubleView first = cell();
        DoubleView own = DoubleView.of("own", MemorySpace.host(), n);
        DoubleView sum = wild(n);
        b.set(2);
        DoubleContribution.Range value = i -> p.get(i) * v.get(i) + a.get(i) + b.get();
        DoubleContribution.Range added = i -> sum.get(i) + p.get(i);
        DoubleScanBody.Range consumer = (i, total) -> own.set(i, total);
        RangePolicy policy = RangePolicy.of(n);
        run(List.of(
                reduce(policy, Reducers.Sum.into(first, value)),
                new CppUnit.ScanPiece(
                        "scan",
                        policy,
                        Scan.inclusiveDouble(),
                        ZooUnits.kernel("added", added, policy, true),
                        ZooUnits.kernel("take", consumer, policy, true))));

        List<Double> all = IntStream.range(0, n).mapToObj(value::at).toList();
        assertThat(first.get()).isEqualTo(TreeOrder.reduce(all, 0.0, Double::sum));
        assertThat(own.get(0)).isEqualTo(added.at(0));
    }

    @Test
    void sums_products_and_extremes_have_the_bits_of_the_tree() throws IOException {
        List<CppUnit> units = new ArrayList<>();
        List<DoubleView> results = new ArrayList<>();
        List<Double> expected = new ArrayList<>();
        for (int n : TILES) {
            DoubleView x = wild(n);
            List<Double> all = values(x, n);
            RangePolicy policy = RangePolicy.of(n);
            DoubleContribution.Range value = i -> x.get(i);
            for (int op = 0; op < 4; op++) {
                DoubleView result = cell();
                results.add(result);
                switch (op) {
                    case 0 -> {
                        units.add(reduce(policy, Reducers.Sum.into(result, value)));
                        expected.add(TreeOrder.reduce(all, 0.0, Double::sum));
                    }
                    case 1 -> {
                        units.add(reduce(policy, Reducers.Prod.into(result, value)));
                        expected.add(TreeOrder.reduce(all, 1.0, (a, b) -> a * b));
                    }
                    case 2 -> {
                        units.add(reduce(policy, Reducers.Min.into(result, value)));
                        expected.add(TreeOrder.reduce(all, Double.POSITIVE_INFINITY, Math::min));
                    }
                    default -> {
                        units.add(reduce(policy, Reducers.Max.into(result, value)));
                        expected.add(TreeOrder.reduce(all, Double.NEGATIVE_INFINITY, Math::max));
                    }
                }
            }
        }
        run(units);
        assertThat(results.stream().map(DoubleView::get).toList()).isEqualTo(expected);
    }

    @Test
    void locations_prefer_nan_then_the_smallest_index() throws IOException {
        DoubleView x = wild(5000);
        x.set(4000, -1e300);
        x.set(1234, -1e300);
        DoubleView y = wild(5000);
        y.set(4999, Double.NaN);
        y.set(777, Double.NaN);
        DoubleView zeros = DoubleView.of("zeros", MemorySpace.host(), 100);
        zeros.set(60, -0.0);
        RangePolicy policy = RangePolicy.of(1000, 5000);
        List<DoubleView> values = List.of(cell(), cell(), cell(), cell());
        List<LongView> places = IntStream.range(0, 4)
                .mapToObj(k -> LongView.of("at", MemorySpace.host()))
                .toList();
        DoubleContribution.Range ofX = i -> x.get(i);
        DoubleContribution.Range ofY = i -> y.get(i);
        DoubleContribution.Range ofZeros = i -> zeros.get(i);
        run(List.of(
                reduce(policy, Reducers.MinLoc.into(values.get(0), places.get(0), ofX)),
                reduce(policy, Reducers.MaxLoc.into(values.get(1), places.get(1), ofY)),
                reduce(RangePolicy.of(100), Reducers.MinLoc.into(values.get(2), places.get(2), ofZeros)),
                reduce(RangePolicy.of(0), Reducers.MaxLoc.into(values.get(3), places.get(3), ofX))));
        assertThat(places.stream().map(LongView::get)).containsExactly(1234L, 4999L, 60L, -1L);
        assertThat(values.stream().map(DoubleView::get))
                .containsExactly(-1e300, Double.NaN, -0.0, Double.NEGATIVE_INFINITY);
    }

    @Test
    void a_box_is_reduced_in_row_major_order() throws IOException {
        DoubleView x = wild(70 * 90);
        DoubleView sum = cell();
        MDRangePolicy box = MDRangePolicy.of(new int[] {10, 20}, new int[] {50, 70});
        DoubleContribution.Range2 value = (i, j) -> x.get(90 * i + j);
        run(List.of(reduce(box, Reducers.Sum.into(sum, value))));
        List<Double> all = new ArrayList<>();
        for (int i = 10; i < 50; i++) {
            for (int j = 20; j < 70; j++) {
                all.add(x.get(90 * i + j));
            }
        }
        assertThat(sum.get()).isEqualTo(TreeOrder.reduce(all, 0.0, Double::sum));
    }

    @Test
    void scans_have_the_bits_of_their_order() throws IOException {
        List<CppUnit> units = new ArrayList<>();
        List<DoubleView> outs = new ArrayList<>();
        List<List<Double>> expected = new ArrayList<>();
        for (int n : SIZES) {
            DoubleView x = wild(n);
            List<Double> sums = ScanOrder.sums(values(x, n), 0.0, Double::sum);
            for (boolean inclusive : new boolean[] {true, false}) {
                DoubleView out = DoubleView.of("out", MemorySpace.host(), Math.max(1, n));
                DoubleContribution.Range value = i -> x.get(i);
                DoubleScanBody.Range take = (i, sum) -> out.set(i, sum);
                RangePolicy policy = RangePolicy.of(n);
                units.add(new CppUnit.ScanPiece(
                        "scan",
                        policy,
                        inclusive ? Scan.inclusiveDouble() : Scan.exclusiveDouble(),
                        ZooUnits.kernel("value", value, policy, true),
                        ZooUnits.kernel("take", take, policy, true)));
                outs.add(out);
                expected.add(sums);
            }
        }
        run(units);
        for (int k = 0; k < outs.size(); k += 2) {
            List<Double> sums = expected.get(k);
            for (int i = 0; i < sums.size(); i++) {
                assertThat(outs.get(k).get(i))
                        .as("inclusive sum %s of %s", i, sums.size())
                        .isEqualTo(sums.get(i));
                assertThat(outs.get(k + 1).get(i)).as("exclusive sum %s", i).isEqualTo(i == 0 ? 0 : sums.get(i - 1));
            }
        }
    }
}
