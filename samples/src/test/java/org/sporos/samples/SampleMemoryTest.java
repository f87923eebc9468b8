package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.MemoryPlan;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.MemorySpace;

/** The memory plan of each sample is what its run takes. */
final class SampleMemoryTest {

    private static long used(ExecutionSpace space) {
        Set<MemorySpace> spaces = new LinkedHashSet<>(
                List.of(space.memorySpace(), space.memorySpace().mirrorSpace()));
        return spaces.stream()
                .mapToLong(memory -> memory.statistics().bytesInUse())
                .sum();
    }

    private static void compare(String name) {
        SampleStep.all(16).forEach((sample, maker) -> {
            try (ExecutionSpace space = ExecutionSpaces.open(name)) {
                long before = used(space);
                try (SampleStep step = maker.apply(space)) {
                    MemoryPlan plan = step.graph().memoryPlan(space);
                    try (ExecutableGraph exec = step.graph().instantiate(space)) {
                        exec.submit();
                        space.fence();
                        long measured = used(space) - before;
                        System.out.println(sample + " on " + space.name() + ": planned " + plan.held() + ", measured "
                                + measured + " bytes");
                        assertThat(plan.held()).as(sample).isCloseTo(measured, within(measured / 100));
                    }
                }
            }
        });
    }

    @Tag("matrix")
    @Test
    void on_host() {
        compare("host");
        compare("host,strict");
    }

    @Test
    @Tag("full")
    void on_hip() {
        assumeTrue(ExecutionSpaces.available().stream()
                .anyMatch(found -> found.kind().equals("hip") && found.available()));
        compare("hip");
    }
}
