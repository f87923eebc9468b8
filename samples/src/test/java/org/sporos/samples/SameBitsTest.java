package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.samples.matrix.CsrMatrix;
import org.sporos.samples.matrix.Poisson;
import org.sporos.space.Availability;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/**
 * The samples' numbers on the GPUs of this machine are those of the host, bit for bit; those of the larger ones also on
 * the strict host. HIP may run {@link HipOnCpu on the CPU}.
 */
class SameBitsTest {
    private static final String STRICT = "host,threads=2,strict";
    private static final String ONE = "host,threads=1";
    private static final String THREE = "host,threads=3";

    private static void same(String kind, Function<ExecutionSpace, long[]> sample) {
        Availability found = ExecutionSpaces.available().stream()
                .filter(availability -> kind.startsWith(availability.kind()))
                .findFirst()
                .orElseThrow();
        assumeTrue(found.available(), found::toString);
        long[] expected;
        try (ExecutionSpace host = ExecutionSpaces.open("host")) {
            expected = sample.apply(host);
        }
        try (ExecutionSpace device = ExecutionSpaces.open(kind)) {
            assertThat(sample.apply(device)).isEqualTo(expected);
        }
    }

    private static long[] bits(double... values) {
        return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cuda", "hip"})
    void axpy(String kind) {
        same(kind, space -> bits(Axpy.axpy(space, 100_000)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cuda", "hip"})
    void game_of_life_and_its_glow(String kind) {
        int n = 128;
        int[] world = new int[n * n];
        Arrays.setAll(world, at -> at * 7 % 11 < 4 ? 1 : 0);
        same(kind, space -> {
            GameOfLife.State state = GameOfLife.play(space, n, world, 60);
            long[] all = new long[2 * n * n];
            for (int at = 0; at < n * n; at++) {
                all[2 * at] = state.cells()[at];
                all[2 * at + 1] = Float.floatToRawIntBits(state.glow()[at]);
            }
            return all;
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"cuda", "hip"})
    void heat_and_its_errors(String kind) {
        same(kind, space -> {
            Heat2D.Solution solution = Heat2D.solve(space, 48);
            LongStream errors = Arrays.stream(bits(solution.greatestError(), solution.meanError()));
            LongStream heat = solution.frames().stream().flatMapToLong(frame -> Arrays.stream(bits(frame.heat())));
            return LongStream.concat(errors, heat).toArray();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"cuda", "hip"})
    void halo_exchange(String kind) {
        double[] cube = HaloExchange.cube(24);
        same(kind, space -> bits(HaloExchange.exchange(space, 12, 2, cube, 20).cube()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cuda", "hip"})
    void conjugate_gradients_with_each_residual(String kind) {
        CsrMatrix a = Poisson.matrix(2, 40);
        double[] b = new double[a.rows()];
        Arrays.setAll(b, i -> 1 + i % 7 - 0.25 * (i % 11));
        for (boolean jacobi : new boolean[] {false, true}) {
            same(kind, space -> {
                try (CgSolver solver = new CgSolver(space, a, jacobi, 1e-10, 1000)) {
                    CgSolver.Solution solution = solver.solve(b);
                    return LongStream.concat(
                                    Arrays.stream(bits(solution.residuals())), Arrays.stream(bits(solution.x())))
                            .toArray();
                }
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, THREE, STRICT, "cuda", "hip"})
    void multigrid_with_each_residual(String kind) {
        for (int dimensions = 2; dimensions <= 3; dimensions++) {
            int d = dimensions;
            same(kind, space -> {
                MultigridSolver.Solution solution =
                        Multigrid.solve(space, d, d == 2 ? 31 : 7, MultigridSolver.Cycle.F, 1e-10);
                return LongStream.concat(Arrays.stream(bits(solution.residuals())), Arrays.stream(bits(solution.u())))
                        .toArray();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {STRICT, "cuda", "hip"})
    void lattice_boltzmann_in_a_cavity(String kind) {
        same(kind, space -> {
            LidCavity.CavityFlow flow = LidCavity.solve(space, 16, 0.5);
            return LongStream.concat(Arrays.stream(bits(flow.u())), Arrays.stream(bits(flow.v())))
                    .toArray();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {STRICT, "cuda", "hip"})
    void lattice_boltzmann_past_a_cylinder(String kind) {
        same(kind, space -> {
            CylinderWake.WakeFlow flow = CylinderWake.solve(space, 8, 0.5, 2);
            LongStream frames = flow.frames().stream().flatMapToLong(frame -> Arrays.stream(bits(frame.vorticity())));
            return LongStream.concat(frames, Arrays.stream(bits(flow.probe()))).toArray();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {STRICT, "cuda", "hip"})
    void a_blast(String kind) {
        same(kind, space -> {
            SedovBlast.Blast blast = SedovBlast.run(space, 4);
            LongStream places = Arrays.stream(blast.places()).flatMapToLong(place -> Arrays.stream(bits(place)));
            return LongStream.concat(places, Arrays.stream(bits(blast.energy())))
                    .toArray();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, THREE, STRICT, "cuda", "hip"})
    void a_liquid(String kind) {
        same(kind, space -> {
            LennardJonesLiquid.Liquid liquid = LennardJonesLiquid.run(space, 6, 1, 2);
            LongStream places = Arrays.stream(liquid.places()).flatMapToLong(place -> Arrays.stream(bits(place)));
            LongStream samples = Arrays.stream(liquid.samples()).flatMapToLong(sample -> Arrays.stream(bits(sample)));
            LongStream bins = Arrays.stream(liquid.bins()).asLongStream();
            return LongStream.concat(LongStream.concat(places, samples), bins).toArray();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, THREE, STRICT, "cuda", "hip"})
    void a_tomography(String kind) {
        same(kind, space -> {
            ConeBeamCt.Scan scan = ConeBeamCt.scan(space, 16, 16);
            long[] all = new long[scan.volume().length + 1];
            Arrays.setAll(all, at -> Float.floatToRawIntBits(scan.volume()[Math.max(0, at - 1)]));
            all[0] = Double.doubleToRawLongBits(scan.error());
            return all;
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {STRICT, "cuda", "hip"})
    void lattice_boltzmann_in_a_periodic_box(String kind) {
        same(kind, space -> {
            BeltramiFlow.VortexFlow flow = BeltramiFlow.solve(space, 8, 0.05);
            return LongStream.concat(Arrays.stream(bits(flow.error())), Arrays.stream(bits(flow.slice())))
                    .toArray();
        });
    }
}
