package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Custom;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.algorithm.Complex;
import org.sporos.algorithm.RecordReduction;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.reference.ScanOrder;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.RecordView;

/** Reductions of records have the order of custom reductions. */
abstract class RecordReductionContract extends Contract {
    private static final int[] SIZES = {0, 1, 31, 33, 2_047, 2_048, 2_049, 70_001};

    private record Real(double value) {
        static Real plus(Real a, Real b) {
            return new Real(a.value + b.value);
        }
    }

    /** The largest value with its first index; the record is in a record. */
    private record Peak(Real height, int index) {
        Peak larger(Peak other) {
            boolean isOther =
                    other.height.value > height.value || other.height.value == height.value && other.index < index;
            return isOther ? other : this;
        }
    }

    private DoubleView random(int n) {
        Random random = new Random(n);
        DoubleView x = doubles("x", Math.max(1, n));
        double[] values = new double[Math.max(1, n)];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextGaussian() * Math.pow(10, random.nextInt(20) - 10);
        }
        x.assign(values);
        return x;
    }

    @Test
    void a_sum_of_records_has_the_bits_of_a_custom_sum() {
        for (int n : SIZES) {
            DoubleView x = random(n);
            DoubleView sum = doubles("sum");
            RecordView<Real> total = records("total", Real.class);
            Graph reduce = RecordReduction.of(new Real(0), Real::plus)
                    .graph("reduce", n, i -> new Real(x.get(i)), total, workspace());
            ExecutableGraph exec = run(root -> {
                root.thenParallelReduce("sum", RangePolicy.of(n), Custom.into(sum, 0, (a, b) -> a + b, i -> x.get(i)));
                root.thenGraph("records", reduce);
            });
            assertThat(exec.warnings()).isEmpty();
            assertThat(total.toArray()[0].value()).as("of %s", n).isEqualTo(sum.toArray()[0]);
        }
    }

    @Test
    void complex_numbers_are_multiplied() {
        int n = 5_000;
        RecordView<Complex> z = records("z", Complex.class, n);
        Complex[] values = new Complex[n];
        for (int i = 0; i < n; i++) {
            values[i] = new Complex(Math.sin(i), Math.sin(3 * i + 1) * 1.2);
        }
        z.assign(values);
        RecordView<Complex> product = records("product", Complex.class);
        Graph multiply = RecordReduction.of(new Complex(1, 0), Complex::multiply)
                .graph("multiply", n, i -> z.get(i), product, workspace());
        ExecutableGraph exec = run(multiply);
        Complex expected = ScanOrder.last(Arrays.asList(values), new Complex(1, 0), Complex::multiply);
        assertThat(product.toArray()).containsExactly(expected);
        run(exec);
        assertThat(product.toArray()).containsExactly(expected);
    }

    @Test
    void a_largest_value_comes_with_its_first_index() {
        int n = 10_000;
        DoubleView x = random(n);
        double[] values = x.toArray();
        values[777] = 1e300;
        values[7_777] = 1e300;
        x.assign(values);
        RecordView<Peak> peak = records("peak", Peak.class);
        run(RecordReduction.of(new Peak(new Real(Double.NEGATIVE_INFINITY), Integer.MAX_VALUE), Peak::larger)
                .graph("peak", n, i -> new Peak(new Real(x.get(i)), i), peak, workspace()));
        assertThat(peak.toArray()).containsExactly(new Peak(new Real(1e300), 777));
    }

    @Test
    void wrong_uses_are_refused() {
        RecordReduction<Real> sum = RecordReduction.of(new Real(0), Real::plus);
        RecordView<Real> one = records("one", Real.class);
        RecordView<Real> many = records("many", Real.class, 3);
        Workspace workspace = workspace();
        assertThatThrownBy(() -> sum.graph("g", -1, i -> new Real(i), one, workspace))
                .hasMessage("S296: the number of contributions of a reduction of records is -1; give a number of at"
                        + " least 0");
        assertThatThrownBy(() -> sum.graph("g", 3, i -> new Real(i), many, workspace))
                .hasMessage(
                        "S293: the result of a reduction of records, view 'many', has rank 1; give a view of rank 0,"
                                + " as RecordView.of(label, space, type) makes it");
        IntView table = intsOf("table", 1, 0, 7);
        Graph outside = sum.graph("g", 3, i -> new Real(table.get(table.get(i))), one, workspace);
        assertThatThrownBy(() -> {
                    instantiate(outside).submit();
                    space().fence();
                })
                .hasMessageContaining("R301: node 'reduce rows'")
                .hasMessageContaining("table");
        RecordReduction<Real> random = RecordReduction.of(new Real(0), (a, b) -> new Real(Math.random()));
        Graph refused = random.graph("g", 3, i -> new Real(i), one, workspace);
        assertThat(refusal(refused).getMessage().replaceAll("\\w+\\.java:\\d+", "LINE"))
                .startsWith("K204: kernel 'reduce rows' of graph 'g' calls Math.random(), at LINE");
        workspace.close();
        assertThatThrownBy(() -> sum.graph("g", 3, i -> new Real(i), one, workspace))
                .hasMessage("S297: the workspace of an algorithm is closed; make the graph before, or with another"
                        + " workspace");
    }
}
