package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.algorithm.RecordScan;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Scan;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.RecordView;

/** Scans of records have the order of all scans. */
abstract class RecordScanContract extends Contract {
    private static final int[] SIZES = {0, 1, 2, 31, 33, 2_047, 2_049, 140_001};

    private record Real(double value) {
        static Real plus(Real a, Real b) {
            return new Real(a.value + b.value);
        }
    }

    /** y = factor x + shift; the combination of two is no commutative operation. */
    private record Affine(int factor, int shift) {
        static Affine then(Affine a, Affine b) {
            return new Affine(b.factor * a.factor, b.factor * a.shift + b.shift);
        }
    }

    @Test
    void a_scan_of_records_has_the_bits_of_a_scan() {
        Workspace workspace = own(Workspace.of(space()));
        for (int n : SIZES) {
            Random random = new Random(n);
            DoubleView x = doubles("x", Math.max(1, n));
            x.assign(random.doubles(Math.max(1, n), -1, 1)
                    .map(v -> v * Math.pow(10, random.nextInt(20) - 10))
                    .toArray());
            DoubleView until = doubles("until", Math.max(1, n));
            DoubleView before = doubles("before", Math.max(1, n));
            RecordView<Real> records = records("records", Real.class, Math.max(1, n));
            DoubleView exclusive = doubles("exclusive", Math.max(1, n));
            ExecutableGraph exec = run(root -> {
                RangePolicy range = RangePolicy.of(n);
                root.thenParallelScan("1", range, i -> x.get(i), (i, s) -> until.set(i, s), Scan.inclusiveDouble());
                root.thenParallelScan("2", range, i -> x.get(i), (i, s) -> before.set(i, s), Scan.exclusiveDouble());
                root.thenGraph(
                        "inclusive",
                        RecordScan.inclusive(new Real(0), Real::plus)
                                .graph("g", n, i -> new Real(x.get(i)), (i, s) -> records.set(i, s), workspace));
                root.thenGraph(
                        "exclusive",
                        RecordScan.exclusive(new Real(0), Real::plus)
                                .graph(
                                        "g",
                                        n,
                                        i -> new Real(x.get(i)),
                                        (i, s) -> exclusive.set(i, s.value()),
                                        workspace));
            });
            assertThat(exec.warnings()).isEmpty();
            assertThat(records.component("value", DoubleView.class).toArray()).isEqualTo(until.toArray());
            assertThat(exclusive.toArray()).isEqualTo(before.toArray());
        }
    }

    /** In place: the consumer overwrites what contributions read. */
    @Test
    void an_operator_that_does_not_commute_gives_recurrences() {
        int n = 5_000;
        Affine[] steps = new Affine[n];
        for (int i = 0; i < n; i++) {
            steps[i] = new Affine(2 * i + 3, 7 * i - 11);
        }
        RecordView<Affine> a = own(RecordView.copyOf("a", space(), Affine.class, steps));
        run(RecordScan.inclusive(new Affine(1, 0), Affine::then)
                .graph("scan", n, i -> a.get(i), (i, sum) -> a.set(i, sum), own(Workspace.of(space()))));
        Affine[] found = a.toArray();
        int y = 5;
        for (int i = 0; i < n; i++) {
            y = steps[i].factor * y + steps[i].shift;
            assertThat(found[i].factor * 5 + found[i].shift).as("%s", i).isEqualTo(y);
        }
    }

    @Test
    void wrong_uses_are_refused() {
        Workspace workspace = own(Workspace.of(space()));
        RecordScan<Real> scan = RecordScan.inclusive(new Real(0), Real::plus);
        assertThatThrownBy(() -> scan.graph("g", -1, i -> new Real(i), (i, s) -> {}, workspace))
                .hasMessage(
                        "S296: the number of contributions of a scan of records is -1; give a number of at least 0");
        Graph refused = scan.graph("g", 3, i -> new Real(Math.random()), (i, s) -> {}, workspace);
        assertThat(refusal(refused).getMessage().replaceAll("\\w+\\.java:\\d+", "LINE"))
                .startsWith("K204: kernel 'sum rows' of graph 'g' calls Math.random(), at LINE");
    }
}
