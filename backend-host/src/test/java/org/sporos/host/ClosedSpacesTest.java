package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** A space that was closed leaves nothing behind, however often one is opened. */
class ClosedSpacesTest {

    private static List<WeakReference<?>> used(String name) {
        ExecutionSpace space = ExecutionSpaces.open(name);
        DoubleView x = DoubleView.of("x", space, 1000);
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor("one", RangePolicy.of(1000), i -> x.set(i, i))
                        .thenParallelFor("two", RangePolicy.of(1000), i -> x.set(i, x.get(i) + 1)));
        ExecutableGraph exec = graph.instantiate(space);
        exec.submit();
        space.fence();
        exec.close();
        x.close();
        space.close();
        return List.of(new WeakReference<>(space), new WeakReference<>(exec), new WeakReference<>(x));
    }

    @ParameterizedTest
    @ValueSource(strings = {"host", "host,threads=3,strict", "host,kernels=bytecode"})
    void closed_spaces_with_their_executables_and_views_are_collected(String name) throws InterruptedException {
        List<WeakReference<?>> all = new ArrayList<>();
        for (int opened = 0; opened < 100; opened++) {
            all.addAll(used(name));
        }
        for (int wait = 0; wait < 3000 && all.stream().anyMatch(held -> held.get() != null); wait++) {
            System.gc();
            Thread.sleep(20);
        }
        assertThat(all).allSatisfy(held -> assertThat(held.get()).isNull());
    }
}
