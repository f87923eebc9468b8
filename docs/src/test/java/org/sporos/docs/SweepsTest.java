package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.sweep.Sweep;
import org.sporos.sweep.SweepCase;
import org.sporos.sweep.SweepRun;
import org.sporos.sweep.SweepTable;
import org.sporos.view.DoubleView;
import org.sporos.view.Views;

/** The page on sweeps. */
@ShownOnPages
final class SweepsTest {
    // snippet: sweep-function
    record Decay(int points, double rate) {}

    record Left(double first, double last) {}

    static Left decay(Decay decay, ExecutionSpace space) {
        int n = decay.points();
        double rate = decay.rate();
        try (DoubleView u = DoubleView.of("u", space, n)) {
            Views.fill(u, 1);
            Graph step = Graph.define(
                    "step", root -> root.thenParallelFor("decay", RangePolicy.of(n), i -> u.set(i, u.get(i) * rate)));
            try (ExecutableGraph exec = step.instantiate(space)) {
                for (int k = 0; k < 10; k++) {
                    exec.submit();
                }
            }
            double[] left = u.toArray();
            return new Left(left[0], left[n - 1]);
        }
    }
    // end

    @TempDir
    Path folder;

    private static List<Decay> cases() {
        List<Decay> cases = new ArrayList<>();
        for (int points : new int[] {100, 10_000}) {
            for (double rate : new double[] {0.5, 0.75, 1}) {
                cases.add(new Decay(points, rate));
            }
        }
        return cases;
    }

    @Test
    void a_table_of_all_cases() throws Exception {
        Path file = folder.resolve("decay.csv");
        // snippet: sweep-run
        List<Decay> cases = cases();
        cases.add(new Decay(-5, 0.5));
        SweepTable<Decay, Left> table =
                Sweep.of("decay", SweepsTest::decay).on("host,threads=1", 2).run(cases);
        System.out.print(table);
        table.writeCsv(file);
        // end
        assertThat(table.failures()).hasSize(1);
        assertThat(Files.readAllLines(file)).hasSize(8).first().isEqualTo("case,points,rate,first,last,failure");
    }

    @Test
    void a_sweep_in_the_background() {
        List<Decay> cases = cases();
        List<String> shown = new ArrayList<>();
        // snippet: sweep-start
        SweepRun<Decay, Left> run = Sweep.of("decay", SweepsTest::decay)
                .on("host,threads=1", 2)
                .onProgress(progress -> shown.add(progress.toString()))
                .start(cases);
        // ... run.cancel() would begin no further case ...
        SweepTable<Decay, Left> table = run.await();
        // end
        assertThat(table.results()).hasSize(6);
        assertThat(shown).hasSize(6);
        assertThat(shown.get(5)).startsWith("decay: 6 of 6 cases, took 0:");
    }

    @Test
    void cases_that_another_system_spreads() {
        List<Decay> cases = cases();
        List<SweepCase<Decay, Left>> rows = new ArrayList<>();
        // snippet: sweep-case
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1")) {
            for (int k = 0; k < cases.size(); k++) {
                rows.add(SweepCase.run(k, cases.get(k), SweepsTest::decay, space));
            }
        }
        SweepTable<Decay, Left> table = SweepTable.of("decay", rows);
        // end
        assertThat(table.toCsv())
                .isEqualTo(Sweep.of("decay", SweepsTest::decay)
                        .on("host,threads=1", 2)
                        .run(cases)
                        .toCsv());
    }
}
