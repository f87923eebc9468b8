package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.error.InternalException;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.View;

/** The C++ of merged nodes has the results of the nodes in order, and reports the node that failed. */
class MergedOracleTest {
    @TempDir
    Path folder;

    private final List<CppUnit> units = MergedUnits.loops();

    private View view(String label) {
        return units.stream()
                .flatMap(unit -> unit.bodies().stream())
                .flatMap(body -> body.views().stream())
                .filter(view -> view.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    private List<HostRun.Outcome> run() throws IOException {
        Tools.require("g++", "merged nodes are not compared");
        return HostRun.run(CppEmitter.emit(units, HostRun.DIALECT, CppOptions.DEFAULT), folder);
    }

    @Test
    void loops_of_several_nodes_have_the_results_of_the_nodes() throws IOException {
        DoubleView x = (DoubleView) view("x");
        DoubleView y = (DoubleView) view("y");
        DoubleView z = (DoubleView) view("z");
        IntView place = (IntView) view("place");
        int n = (int) x.extent(0);
        double[] values = IntStream.range(0, n).mapToDouble(i -> i % 97).toArray();
        int[] places = IntStream.range(0, n).map(i -> (i + 1234) % n).toArray();
        x.assign(values.clone());
        y.assign(IntStream.range(0, n).mapToDouble(i -> 3).toArray());
        place.assign(places);
        assertThat(run()).allMatch(outcome -> outcome.fault().isEmpty());

        double[] scaled = Arrays.stream(values).map(v -> 2 * v + 3).toArray();
        double[] gathered =
                Arrays.stream(places).mapToDouble(at -> 1 + values[at]).toArray();
        assertThat(y.toArray()).isEqualTo(scaled);
        assertThat(z.toArray()).isEqualTo(gathered);
        // Whole numbers: the order of the sum does not matter.
        CppUnit.Fused loop = (CppUnit.Fused) units.get(0);
        CppUnit.Reduce dot = (CppUnit.Reduce) loop.members().get(3);
        assertThat(((DoubleView) dot.parts().get(0).reduction().result()).get())
                .isEqualTo(IntStream.range(0, n)
                        .mapToDouble(i -> scaled[i] * gathered[i])
                        .sum());
        assertThat(((DoubleView) view("u")).get(7, 3)).isEqualTo(4);
        CppUnit.Elements copy =
                (CppUnit.Elements) ((CppUnit.Fused) units.get(1)).members().get(1);
        assertThat(((DoubleView) copy.to()).get(7, 3)).isEqualTo(4);
        // The two calls came last.
        assertThat(x.get(1)).isEqualTo(1);
    }

    @Test
    void a_fault_has_the_number_of_its_node() throws IOException {
        ((IntView) view("place")).set(4000, -1);
        CppFault fault = run().get(0).fault().orElseThrow();
        // The gather is the third node of the first launch.
        assertThat(fault.node()).isEqualTo(2);
        List<CppSite> sites = CppEmitter.emit(units, HostRun.DIALECT, CppOptions.DEFAULT)
                .launches()
                .get(0)
                .sites();
        assertThat(fault.describe(sites, "")).contains("index (-1) is outside of view 'x'");
    }

    @Test
    void a_launch_of_several_is_for_gpus() {
        assertThatThrownBy(() -> CppEmitter.emit(MergedUnits.beside(), CppDialect.HOST, CppOptions.DEFAULT))
                .isInstanceOf(InternalException.class)
                .hasMessageContaining("a launch of several is for GPUs");
    }

    @Test
    void the_rows_of_a_table_are_as_wide_as_the_most_arguments() {
        CppLaunch launch = CppEmitter.emit(MergedUnits.beside(), CppDialect.CUDA, CppOptions.DEFAULT)
                .launches()
                .get(0);
        CppLaunch.Table table = Objects.requireNonNull(launch.table());
        assertThat(launch.geometry().gridX()).isEqualTo(table.blocks());
        assertThat(launch.geometry().blockX()).isEqualTo(256);
        assertThat(table.members()).hasSize(11);
        assertThat(table.members())
                .allMatch(member -> member.launch().arguments().size() + 1 <= table.width());
        // Two nodes of one text have one code; a loop of two nodes counts for two.
        assertThat(table.members()).extracting(CppLaunch.Table.Member::head).startsWith(0L, 0L, 1L);
        assertThat(table.members().stream()
                        .mapToInt(CppLaunch.Table.Member::nodes)
                        .sum())
                .isEqualTo(13);
        assertThat(table.members().get(0).blocks()).isEqualTo(20);
    }
}
