package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.Graph;
import org.sporos.graph.MemoryPlan;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** The page on memory plans and events. */
final class MemoryAndEventsTest extends OnASpace {
    private static final int N = 1_000_000;

    @TempDir
    Path folder;

    private static NodeRef smooth(NodeRef after, DoubleView to, DoubleView from) {
        return after.thenParallelFor(
                "smooth", RangePolicy.of(1, N - 1), i -> to.set(i, 0.5 * (from.get(i - 1) + from.get(i + 1))));
    }

    @Test
    void memory() throws IOException {
        DoubleView u = DoubleView.of("u", space, N);
        Graph step = Graph.define("twice", root -> {
            AllocateNodeRef<DoubleView> once = root.thenAllocate("once", DoubleView.spec(N));
            AllocateNodeRef<DoubleView> twice = smooth(once, once.view(), u).thenAllocate("twice", DoubleView.spec(N));
            NodeRef smoothed = smooth(twice, twice.view(), once.view()).thenFree("end once", once.view());
            AllocateNodeRef<DoubleView> out = smoothed.thenAllocate("out", DoubleView.spec(N));
            smooth(out, out.view(), twice.view())
                    .thenDeepCopy("back", u, out.view())
                    .thenFree("end out", out.view())
                    .thenFree("end twice", twice.view());
        });
        // snippet: memory-plan
        MemoryPlan plan = step.memoryPlan(space);
        Files.writeString(folder.resolve("memory.txt"), plan.toString());
        plan.svg(folder.resolve("memory.svg"));
        // end
        assertThat(plan.sum() - plan.held()).isEqualTo(8L * N);
        assertThat(folder.resolve("memory.svg")).isNotEmptyFile();
        assertThat(Files.readString(folder.resolve("memory.svg"))).contains("memory of twice on " + space.name());
    }
}
