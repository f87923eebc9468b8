package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.Test;
import org.sporos.algorithm.Complex;
import org.sporos.algorithm.RecordReduction;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.RecordView;
import org.sporos.view.Slice;

/** Records whose components lie side by side in memory. */
abstract class InterleavedRecordContract extends Contract {
    private static final int N = 37;

    private record Flagged(byte kind, boolean alive) {}

    private record Mixed(double x, Flagged state) {}

    private RecordView<Complex> numbers(String label, int n) {
        RecordView<Complex> z = own(RecordView.interleaved(label, space(), Complex.class, n));
        Complex[] values = new Complex[n];
        for (int i = 0; i < n; i++) {
            values[i] = new Complex(i + 0.5, -i);
        }
        z.assign(values);
        return z;
    }

    @Test
    void components_lie_side_by_side() {
        RecordView<Complex> z = numbers("z", N);
        RecordView<Complex> w = own(RecordView.of("w", space(), Complex.class, N));
        run(root -> root.thenParallelFor("square", N, i -> z.set(i, Complex.multiply(z.get(i), z.get(i))))
                .thenParallelFor("copy", N, i -> w.set(i, z.get(N - 1 - i))));
        double[] all = z.elements(DoubleView.class).toArray();
        assertThat(all).hasSize(2 * N);
        for (int i = 0; i < N; i++) {
            Complex start = new Complex(i + 0.5, -i);
            Complex expected = Complex.multiply(start, start);
            assertThat(all[2 * i]).isEqualTo(expected.re());
            assertThat(all[2 * i + 1]).isEqualTo(expected.im());
            assertThat(z.toArray()[i]).isEqualTo(expected);
            assertThat(w.toArray()[N - 1 - i]).isEqualTo(expected);
        }
        assertThat(z.isInterleaved()).isTrue();
        assertThat(w.isInterleaved()).isFalse();
        assertThat(z.component("im").label()).isEqualTo("z.im");
        assertThat(z.component("im").stride(0)).isEqualTo(2);
    }

    /** Two nodes without an order, and two components of one record at a time. */
    @Test
    void the_race_check_works_by_component() {
        RecordView<Complex> z = numbers("z", N);
        DoubleView re = z.component("re", DoubleView.class);
        DoubleView im = z.component("im", DoubleView.class);
        DoubleView sum = doubles("sum");
        ExecutableGraph exec = run(root -> {
            root.thenParallelFor("re", N, i -> re.set(i, 2 * re.get(i)))
                    .thenParallelReduce(
                            "sum",
                            RangePolicy.of(N),
                            Sum.into(sum, i -> z.get(i).re()));
            root.thenParallelFor("im", N, i -> im.set(i, 1));
        });
        assertThat(exec.warnings()).isEmpty();
        assertThat(z.toArray()[3]).isEqualTo(new Complex(7, 1));
        assertThat(z.subview(Slice.at(3)).read()).isEqualTo(new Complex(7, 1));
        assertThatThrownBy(z::read)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has rank 1 and is used with 0 indexes");
        assertThat(sum.toArray()).containsExactly(N * N);
        Graph wrong = Graph.define("g", root -> {
            root.thenParallelFor("re", N, i -> re.set(i, 2));
            root.thenParallelFor("z", N, i -> z.set(i, new Complex(1, 1)));
        });
        assertThat(refusal(wrong)).hasMessageContaining("G102: ").hasMessageContaining("'z.re'");
    }

    @Test
    void copies_parts_and_fills_keep_the_order() {
        RecordView<Complex> z = own(RecordView.interleaved("z", space(), Complex.class, 4, 3));
        RecordView<Complex> mirror = own(z.mirror());
        RecordView<Complex> apart = own(RecordView.of("apart", space(), Complex.class, 4, 3));
        RecordView<Complex> inner = z.subview(Slice.range(1, 3), Slice.at(1));
        run(root -> root.thenParallelFor("k", MDRangePolicy.of(4, 3), (i, j) -> z.set(i, j, new Complex(i, j)))
                .thenFill("inner", inner, new Complex(7, 8))
                .thenDeepCopy("out", mirror, z)
                .thenDeepCopy("apart", apart, z));
        assertThat(mirror.isInterleaved()).isTrue();
        assertThat(inner.isInterleaved()).isTrue();
        assertThat(mirror.elements(DoubleView.class).get(1, 1, 1)).isEqualTo(8);
        assertThat(mirror.get(2, 1)).isEqualTo(new Complex(7, 8));
        assertThat(apart.toArray()).containsExactly(z.toArray());
        assertThat(apart.toArray()[11]).isEqualTo(new Complex(3, 2));
        RecordView.fill(z, new Complex(-1, 0));
        RecordView.deepCopy(mirror, z);
        assertThat(mirror.elements(DoubleView.class).get(0, 2, 0)).isEqualTo(-1);
        RecordView<Complex> single = own(RecordView.interleaved("one", space(), Complex.class));
        RecordView<Complex> list = numbers("list", N);
        run(RecordReduction.of(new Complex(0, 0), Complex::add)
                .graph("sum", N, i -> list.get(i), single, own(Workspace.of(space()))));
        assertThat(single.elements(DoubleView.class).toArray()).containsExactly(N * N / 2.0, -N * (N - 1) / 2.0);
    }

    @Test
    void a_rank_that_leaves_no_dimension_for_the_components_is_refused() {
        assertThatThrownBy(() -> RecordView.interleaved("q", space(), Complex.class, 2, 2, 2, 2))
                .hasMessage("S203: view 'q' of rank 4; interleaved record views have rank 0 to 3");
    }

    @Test
    void other_components_are_refused() {
        assertThatThrownBy(() -> RecordView.interleaved("m", space(), Mixed.class, 3))
                .hasMessage("K228: record view 'm' cannot be interleaved: x of Mixed is double, and state.kind is byte;"
                        + " use RecordView.of, or components of one type");
        RecordView<Flagged> flags = own(RecordView.interleaved("f", space(), Flagged.class, 2));
        flags.assign(new Flagged((byte) 3, true), new Flagged((byte) -1, false));
        assertThat(flags.toArray()[0]).isEqualTo(new Flagged((byte) 3, true));
        assertThatThrownBy(() -> flags.elements(FloatView.class))
                .hasMessage("K229: record view 'f' has its components in a ByteView, not a FloatView; ask for that");
        RecordView<Complex> apart = own(RecordView.of("apart", space(), Complex.class, 2));
        assertThatThrownBy(() -> apart.elements(DoubleView.class))
                .hasMessage("K229: record view 'apart' is not interleaved; make it by RecordView.interleaved");
        RecordView<Complex> closed = RecordView.interleaved("closed", space(), Complex.class, 2);
        closed.close();
        assertThat(closed.isClosed()).isTrue();
        assertThatThrownBy(closed::toArray).hasMessageStartingWith("S202: view 'closed.re' is closed");
    }
}
