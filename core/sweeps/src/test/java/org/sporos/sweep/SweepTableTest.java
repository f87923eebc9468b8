package org.sporos.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.space.ExecutionSpace;

final class SweepTableTest {
    private record Rod(int points, double number) {}

    private record Outcome(double largest, String number) {}

    private final ExecutionSpace space = new PlayedSpace(1).get();

    private SweepTable<Rod, Outcome> table() {
        return SweepTable.of(
                "rods",
                List.of(
                        SweepCase.run(
                                2,
                                new Rod(-1, 0.5),
                                (rod, s) -> {
                                    throw new IllegalStateException("a rod of \"-1\" points,\nno less");
                                },
                                space),
                        SweepCase.run(0, new Rod(50, 0.4), (rod, s) -> new Outcome(1e-10, "a, b"), space),
                        SweepCase.run(1, new Rod(100, 0.125), (rod, s) -> new Outcome(12.5, "c"), space),
                        SweepCase.notBegun(3, new Rod(7, 1), SweepCase.State.CANCELLED, null)));
    }

    @Test
    void records_are_columns_and_numbers_stand_at_the_right() {
        assertThat(table())
                .hasToString("""
                case  points  number  largest  result.number  failure
                   0      50     0.4  1.0E-10  a, b
                   1     100   0.125     12.5  c
                   2      -1     0.5                          %s
                   3       7     1.0                          cancelled
                """.formatted("java.lang.IllegalStateException: a rod of \"-1\" points,\\nno less"));
    }

    @Test
    void csv_can_be_read_back(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("rods.csv");
        table().writeCsv(file);
        assertThat(Files.readString(file)).isEqualTo("""
                case,points,number,largest,result.number,failure
                0,50,0.4,1.0E-10,"a, b",
                1,100,0.125,12.5,c,
                2,-1,0.5,,,"java.lang.IllegalStateException: a rod of ""-1"" points,\\nno less"
                3,7,1.0,,,cancelled
                """);
    }

    @Test
    void maps_arrays_and_single_values_are_columns() {
        SweepTable<Integer, Object> table = SweepTable.of(
                "mixed",
                List.of(
                        SweepCase.run(0, 3, (k, s) -> new TreeMap<>(Map.of("a", 1, "b", 2)), space),
                        SweepCase.run(1, 4, (k, s) -> new double[] {1, 2.5}, space),
                        SweepCase.run(2, 5, (k, s) -> null, space),
                        SweepCase.run(3, 6, (k, s) -> new BrokenText(), space)));
        assertThat(table.toCsv())
                .isEqualTo("case,parameters,a,b,result\n0,3,1,2,\n1,4,,,\"[1.0, 2.5]\"\n2,5,,,\n3,6,,,"
                        + BrokenText.class.getName() + "\n");
    }

    private static final class BrokenText {
        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    @Test
    void results_of_a_table_with_failures_are_refused() {
        assertThatThrownBy(() -> table().results())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("S291: of the sweep 'rods' 2 of 4 cases have no result; the first is case 2, ")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    @SuppressWarnings("unchecked")
    void rows_travel_between_processes() throws Exception {
        List<SweepCase<Integer, Double>> rows = new ArrayList<>();
        rows.add(SweepCase.run(1, 3, (k, s) -> 0.5 * k, space));
        rows.add(SweepCase.run(
                0,
                4,
                (k, s) -> {
                    throw new InterruptedException();
                },
                space));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(rows);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            SweepTable<Integer, Double> table =
                    SweepTable.of("there", (List<SweepCase<Integer, Double>>) in.readObject());
            assertThat(table.rows().get(1).result()).isEqualTo(1.5);
            assertThat(table.rows().get(0).failure()).isInstanceOf(InterruptedException.class);
            assertThat(table.rows().get(1)).hasToString("case 1, 3: 1.5");
            assertThat(table.rows().get(0)).hasToString("case 0, 4: failed: java.lang.InterruptedException");
            assertThat(Arrays.asList(table.label())).containsExactly("there");
        }
    }
}
