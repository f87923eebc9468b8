package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.contract.Redeployment;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/**
 * Memory of HIP spaces that nobody holds any more, on a device made of the CPU with little memory, in a process of its
 * own.
 */
class HipMemoryTest {
    private static final int MIB = 1 << 20;
    private static final long DEVICE_BYTES = 256L * MIB;

    /** Fills the device several times with views that are never closed. */
    static final class ForgottenViews {
        public static void main(String[] arguments) {
            try (ExecutionSpace space = ExecutionSpaces.open("hip")) {
                for (int made = 0; made < 200; made++) {
                    DoubleView.of("forgotten", space, MIB);
                }
                System.out.println("made " + space.memorySpace().statistics().totalAllocations());
            }
        }
    }

    /** Runs a graph with temporaries one after the other, and says what the memory of the space holds meanwhile. */
    static final class Temporaries {
        public static void main(String[] arguments) {
            try (ExecutionSpace space = ExecutionSpaces.open("hip");
                    DoubleView out = DoubleView.of("out", space, MIB);
                    ExecutableGraph exec = relay(out).instantiate(space)) {
                exec.submit();
                exec.submit();
                space.fence();
                double[] result = out.toArray();
                System.out.println("result " + result[0] + " " + result[MIB - 1]);
                System.out.println("in use " + space.memorySpace().statistics().bytesInUse() / MIB);
            }
        }

        private static Graph relay(DoubleView out) {
            return Graph.define("relay", root -> {
                NodeRef last = root;
                for (int k = 0; k < 8; k++) {
                    AllocateNodeRef<DoubleView> temp = last.thenAllocate("temp", DoubleView.spec(MIB));
                    DoubleView t = temp.view();
                    last = temp.thenParallelFor("add", RangePolicy.of(MIB), i -> t.set(i, t.get(i) + i))
                            .thenParallelFor("out", RangePolicy.of(MIB), i -> out.set(i, out.get(i) + t.get(i)))
                            .thenFree("free", t);
                }
            });
        }
    }

    private static Shims.Said run(Class<?> program, String shim) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        ProcessBuilder process = new ProcessBuilder(List.of(
                java.toString(),
                "-D" + HipLibraries.RUNTIME_PROPERTY + "=" + Shims.file("libsporos-" + shim + ".so"),
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        process.environment().put("SPOROS_SHIM_MEMORY", Long.toString(DEVICE_BYTES));
        return Shims.run(process);
    }

    @Test
    void views_that_are_never_closed_do_not_fill_the_device() {
        Shims.Said said = run(ForgottenViews.class, "cpu-shim");
        assertThat(said.text()).contains("made 200");
        assertThat(said.status()).isZero();
    }

    @Test
    void memories_of_a_graph_share_their_place_where_graphs_cannot_allocate() {
        Shims.Said said = run(Temporaries.class, "cpu-shim-5.2");
        assertThat(said.text()).contains("result 0.0 " + 2 * 8 * (MIB - 1.0));
        // The view, one place of the graph, and what is left of 2 MiB for all else.
        assertThat(said.text()).containsPattern("in use 1[6-9]\\b|in use 2[0-4]\\b");
    }

    @Test
    void the_loader_of_an_application_is_collected() {
        HipSpaces.open().close();
        Redeployment.ofApplication("hip");
    }
}
