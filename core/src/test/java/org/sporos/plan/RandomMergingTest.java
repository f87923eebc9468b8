package org.sporos.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.kernel.compile.KernelIndex;

/** Plans of random graphs give the same bits, however much is merged. */
final class RandomMergingTest {
    private static final int GRAPHS = 1000;
    private static final List<FusionSupport> WAYS = List.of(
            FusionSupport.ofLoops(1),
            FusionSupport.ofLoops(1).withFills().withReductions(),
            FusionSupport.ofLoops(Long.MAX_VALUE).withFills().withReductions(),
            FusionSupport.ofLoops(Long.MAX_VALUE).withoutEdges().withFills().withReductions(),
            FusionSupport.ofLoops(Long.MAX_VALUE)
                    .withoutEdges()
                    .withFills()
                    .withReductions()
                    .withPhases(new PhaseCosts(1, 0.2, 0.24, 3.4)));

    @Test
    void merged_plans_give_the_bits_of_the_nodes_one_after_the_other() {
        long seed = System.nanoTime();
        System.out.println("merging: seed " + seed);
        int merged = 0;
        int pointwise = 0;
        int phased = 0;
        for (int trial = 0; trial < GRAPHS; trial++) {
            Random random = new Random(seed + trial);
            RandomGraphs world = new RandomGraphs(random);
            Graph graph = world.graph(1 + random.nextInt(20));
            world.reset();
            RandomRun.inOrder(Planner.plan(graph));
            List<Long> expected = world.bits();
            KernelIndex kernels = KernelIndex.of(graph);
            for (FusionSupport merges : WAYS) {
                LaunchPlan plan = Planner.plan(graph, kernels, merges);
                merged +=
                        (int) plan.units().stream().filter(LaunchUnit::isMerged).count();
                pointwise += pointwise(plan);
                phased += plan.hasPhases() ? 1 : 0;
                for (int run = 0; run < 3; run++) {
                    world.reset();
                    RandomRun.run(plan, random);
                    assertThat(world.bits())
                            .as("seed %d, graph %d, %s, plan%n%s", seed, trial, merges, PlanText.of(plan))
                            .isEqualTo(expected);
                }
            }
        }
        // A generator that makes nothing to be merged would show nothing.
        assertThat(merged).isGreaterThan(2 * GRAPHS);
        assertThat(pointwise).isGreaterThan(GRAPHS);
        assertThat(phased).isGreaterThan(GRAPHS / 4);
    }

    private static int pointwise(LaunchPlan plan) {
        int count = 0;
        for (int u = 0; u < plan.size(); u++) {
            for (int k = 0; k < plan.predecessorCount(u); k++) {
                count += plan.isPointwise(u, k) ? 1 : 0;
            }
        }
        return count;
    }
}
