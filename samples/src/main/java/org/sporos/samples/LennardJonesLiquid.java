package org.sporos.samples;

import java.io.IOException;
import java.util.Arrays;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.ExecutableGraph;
import org.sporos.param.BooleanParam;
import org.sporos.param.DoubleParam;
import org.sporos.samples.picture.Picture;
import org.sporos.samples.picture.Plot;
import org.sporos.space.ExecutionSpace;

/**
 * Molecular dynamics of a Lennard-Jones liquid, in reduced units: a lattice melts, is equilibrated at a temperature,
 * and then evolves freely. Its energy and pressure are compared with Monte Carlo simulations of NIST (Standard
 * Reference Simulation Website, Lennard-Jones fluid, cut-off 3 with long-range corrections), and its energy is
 * conserved.
 *
 * <p>Particles of mass 1 have pair energies 4 (r^-12 - r^-6). One submit is a batch of steps, {@link LiquidStep}.
 */
public final class LennardJonesLiquid {
    static final double DENSITY = 0.82;

    private static final double TEMPERATURE = 0.85;

    /**
     * NIST's energy per particle and pressure at this density, at the temperatures 0.85 and 0.9 (page "MC: NVT Monte
     * Carlo"). Verified against a copy of the table in a public program, not against the page itself.
     */
    private static final double[] NIST_TEMPERATURE = {0.85, 0.90};

    private static final double[] NIST_ENERGY = {-5.7947, -5.7456};
    private static final double[] NIST_PRESSURE = {0.55355, 0.82386};

    /** The initial temperature is doubled, as half of the kinetic energy goes into the melting. */
    static final double BEGIN = 2 * TEMPERATURE;

    /** The number of batches with a thermostat. */
    private static final int SETTLING = 100;

    private LennardJonesLiquid() {}

    /** Runs it: {@code --size=} cells of the lattice along an edge, {@code --steps=}, {@code --space=}. */
    public static void main(String... args) throws IOException {
        Arguments arguments = Arguments.of(args, "size=10", "steps=2000");
        int lattice = arguments.number("size");
        int batches = arguments.number("steps") / LiquidStep.BATCH;
        arguments.require(lattice >= 6, "--size=" + lattice + " is too small for the cut-off; use 6 or more");
        arguments.require(batches >= 10, "--steps= must be 100 or more");
        try (ExecutionSpace space = arguments.openSpace()) {
            Report report = new Report("LennardJonesLiquid", space);
            Liquid liquid = run(space, lattice, SETTLING, batches);
            double t = liquid.mean(0);
            report.note("particles, lists made", liquid.particles + ", " + liquid.lists);
            report.checkBetween("temperature", t, 0.8, 0.9);
            report.checkAtMost("drift of the energy per particle", liquid.drift(), 1e-3);
            report.note("energy per particle", String.valueOf(liquid.energy()));
            report.checkAtMost(
                    "energy per particle, difference to NIST", Math.abs(liquid.energy() - nist(NIST_ENERGY, t)), 0.02);
            report.note("pressure", String.valueOf(liquid.pressure()));
            report.checkAtMost(
                    "pressure, difference to NIST", Math.abs(liquid.pressure() - nist(NIST_PRESSURE, t)), 0.08);
            report.checkBetween("distance of the nearest neighbours", liquid.firstPeak(), 1.05, 1.13);
            report.time("steps", (long) batches * LiquidStep.BATCH, liquid.seconds);
            report.picture("lennard-jones-distances", distances(liquid));
            report.picture("lennard-jones-energy", energies(liquid));
            report.end();
        }
    }

    /** Returns a value of NIST at a temperature, by linear interpolation. */
    private static double nist(double[] values, double temperature) {
        double share = (temperature - NIST_TEMPERATURE[0]) / (NIST_TEMPERATURE[1] - NIST_TEMPERATURE[0]);
        return values[0] + share * (values[1] - values[0]);
    }

    /** Melts the lattice, and then runs a number of batches without a thermostat. */
    static Liquid run(ExecutionSpace space, int lattice, int settlingBatches, int batches) {
        BooleanParam settling = BooleanParam.of("settling", true);
        DoubleParam temperature = DoubleParam.of("temperature", TEMPERATURE);
        try (Workspace workspace = Workspace.of(space);
                LiquidBox box = new LiquidBox(space, lattice, DENSITY, settlingBatches + batches);
                ExecutableGraph begin = LiquidStep.begin(box, BEGIN, workspace).instantiate(space);
                ExecutableGraph batch =
                        LiquidStep.batch(box, settling, temperature, workspace).instantiate(space)) {
            begin.submit();
            for (int k = 0; k < settlingBatches; k++) {
                batch.submit();
            }
            space.fence();
            settling.set(false);
            long clock = System.nanoTime();
            try (RunBar bar = RunBar.of("batches", batches, space)) {
                for (int k = 0; k < batches; k++) {
                    batch.submit();
                    bar.submitted();
                }
            }
            space.fence();
            double seconds = (System.nanoTime() - clock) / 1e9;
            double[] all = box.samples.toArray();
            double[][] samples = new double[4][];
            for (int s = 0; s < samples.length; s++) {
                int begins = s * (settlingBatches + batches) + settlingBatches;
                samples[s] = Arrays.copyOfRange(all, begins, begins + batches);
            }
            return new Liquid(
                    box.particles, box.edge, box.lists.read(), seconds, samples, box.allBins.toArray(), new double[][] {
                        box.x.toArray(), box.y.toArray(), box.z.toArray()
                    });
        }
    }

    private static Picture distances(Liquid liquid) {
        return new Plot("distance / σ", "density of neighbours / mean density")
                .title("Neighbours in a Lennard-Jones liquid of density 0.82 / σ³ and temperature 0.85 ε/k")
                .curve("molecular dynamics", liquid.distances(), liquid.radialDistribution())
                .curve("no order", new double[] {0, LiquidBox.CUTOFF}, new double[] {1, 1})
                .draw();
    }

    private static Picture energies(Liquid liquid) {
        double[] time = new double[liquid.samples[3].length];
        double[] change = new double[time.length];
        for (int k = 0; k < time.length; k++) {
            time[k] = (k + 1) * LiquidStep.BATCH * LiquidStep.DT;
            change[k] = 1e6 * (liquid.samples[3][k] - liquid.samples[3][0]);
        }
        return new Plot("time / σ √(m/ε)", "change of energy per particle / 10⁻⁶ ε")
                .title("Energy of a Lennard-Jones liquid")
                .curve(time, change)
                .draw();
    }

    /**
     * The final liquid, and samples of it.
     *
     * @param lists the number of pair lists built
     * @param samples by time: temperatures, potential energies per particle and pressures without long-range
     * corrections, and the conserved energies
     * @param bins the histogram of distances over all samples
     * @param places the coordinates: all x, all y and all z
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Liquid(
            int particles, double edge, int lists, double seconds, double[][] samples, int[] bins, double[][] places) {
        double mean(int sample) {
            return Arrays.stream(samples[sample]).average().orElseThrow();
        }

        /** Returns the potential energy per particle, with the long-range correction. */
        double energy() {
            double r3 = Math.pow(LiquidBox.CUTOFF, -3);
            return mean(1) + 8.0 / 3 * Math.PI * DENSITY * (r3 * r3 * r3 / 3 - r3);
        }

        double pressure() {
            double r3 = Math.pow(LiquidBox.CUTOFF, -3);
            return mean(2) + 16.0 / 3 * Math.PI * DENSITY * DENSITY * (2.0 / 3 * r3 * r3 * r3 - r3);
        }

        /** Returns the largest change of the conserved energy per particle. */
        double drift() {
            return Arrays.stream(samples[3])
                    .map(energy -> Math.abs(energy - samples[3][0]))
                    .max()
                    .orElseThrow();
        }

        double[] distances() {
            double[] middle = new double[LiquidBox.BINS];
            Arrays.setAll(middle, k -> (k + 0.5) * LiquidBox.CUTOFF / LiquidBox.BINS);
            return middle;
        }

        /** Returns the radial distribution function: the density around a particle over the mean density. */
        double[] radialDistribution() {
            double width = LiquidBox.CUTOFF / LiquidBox.BINS;
            double perShell = 4.0 / 3 * Math.PI * width * width * width * DENSITY * particles * samples[0].length;
            double[] g = new double[LiquidBox.BINS];
            Arrays.setAll(g, k -> bins[k] / (perShell * (3.0 * k * k + 3 * k + 1)));
            return g;
        }

        /** Returns the position of the first peak. */
        double firstPeak() {
            double[] g = radialDistribution();
            int peak = 0;
            for (int k = 0; k < g.length; k++) {
                peak = g[k] > g[peak] ? k : peak;
            }
            return distances()[peak];
        }
    }
}
