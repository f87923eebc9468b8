package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.param.BooleanParam;
import org.sporos.param.DoubleParam;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

class LennardJonesLiquidTest {
    private static double nearest(double[] x, double edge, int i, int j) {
        double difference = Math.abs(x[i] - x[j]) % edge;
        return Math.min(difference, edge - difference);
    }

    /** The potential energy per particle of all pairs, without any list. */
    private static double energyOfAllPairs(LennardJonesLiquid.Liquid liquid) {
        double[][] at = liquid.places();
        double sum = 0;
        for (int i = 0; i < liquid.particles(); i++) {
            for (int j = 0; j < i; j++) {
                double dx = nearest(at[0], liquid.edge(), i, j);
                double dy = nearest(at[1], liquid.edge(), i, j);
                double dz = nearest(at[2], liquid.edge(), i, j);
                sum += LiquidStep.energy(dx * dx + dy * dy + dz * dz);
            }
        }
        return sum / liquid.particles();
    }

    @Tag("matrix")
    @Test
    void energy_and_pressure_are_those_of_the_literature_and_the_energy_is_kept() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2")) {
            LennardJonesLiquid.Liquid liquid = LennardJonesLiquid.run(space, 6, 100, 60);
            assertThat(liquid.drift()).isLessThan(1e-3);
            assertThat(liquid.energy()).isCloseTo(-5.795, within(0.05));
            assertThat(liquid.pressure()).isCloseTo(0.55, within(0.25));
            assertThat(liquid.firstPeak()).isBetween(1.05, 1.13);
            assertThat(liquid.lists()).isBetween(80, 300);
            double[] energies = liquid.samples()[1];
            assertThat(energies[energies.length - 1]).isCloseTo(energyOfAllPairs(liquid), within(1e-10));
        }
    }

    @Test
    void its_graphs_have_no_race_and_no_warning() {
        try (ExecutionSpace space = StrictHost.open();
                Workspace workspace = Workspace.of(space);
                LiquidBox box = new LiquidBox(space, 6, LennardJonesLiquid.DENSITY, 1);
                ExecutableGraph begin = LiquidStep.begin(box, 1, workspace).instantiate(space);
                ExecutableGraph batch = LiquidStep.batch(
                                box, BooleanParam.of("settling", true), DoubleParam.of("temperature", 1), workspace)
                        .instantiate(space)) {
            assertThat(begin.warnings()).isEmpty();
            assertThat(batch.warnings()).isEmpty();
        }
    }

    @Test
    void forces_that_are_added_to_both_particles_of_a_pair_may_be_a_race() {
        try (ExecutionSpace space = StrictHost.open();
                LiquidBox box = new LiquidBox(space, 6, LennardJonesLiquid.DENSITY, 1);
                ExecutableGraph forces = Graph.define("forces", root -> {
                            root.thenParallelFor("both", RangePolicy.of(box.pairs, box.capacity), k -> {
                                int one = box.from.get(k);
                                int other = box.to.get(k);
                                double push = LiquidStep.energy(1 + box.x.get(one) - box.x.get(other));
                                box.forceX.set(one, box.forceX.get(one) + push);
                                box.forceX.set(other, box.forceX.get(other) - push);
                            });
                        })
                        .instantiate(space)) {
            assertThat(forces.warnings())
                    .isNotEmpty()
                    .allMatch(warning -> warning.code().equals("G111"));
        }
    }

    @Test
    void batches_side_by_side_are_a_race() {
        try (ExecutionSpace space = StrictHost.open();
                Workspace workspace = Workspace.of(space);
                LiquidBox box = new LiquidBox(space, 6, LennardJonesLiquid.DENSITY, 1)) {
            Graph begin = LiquidStep.begin(box, 1, workspace);
            Graph batch = LiquidStep.batch(
                    box, BooleanParam.of("settling", true), DoubleParam.of("temperature", 1), workspace);
            Graph both = Graph.define("both", root -> {
                root.thenGraph("begin", begin);
                root.thenGraph("batch", batch);
            });
            assertThatThrownBy(() -> both.instantiate(space)).hasMessageContaining("G102");
        }
    }
}
