package org.sporos.samples;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.sporos.graph.ExecutableGraph;
import org.sporos.samples.picture.FieldPlot;
import org.sporos.samples.picture.Picture;
import org.sporos.samples.picture.Plot;
import org.sporos.space.ExecutionSpace;

/**
 * A blast in the corner of a cube of gas at rest: Lagrangian hydrodynamics on an unstructured mesh, with the whole run
 * as one loop on the device. This is the hydrodynamics challenge problem of LLNL-TR-490254 and LLNL-TR-641973, written
 * from their equations. The known answers are the number of steps and the final energy at the origin. The solution of
 * L. I. Sedov (Similarity and Dimensional Methods in Mechanics, 1959) has its final shock at a radius of 1, where the
 * density is 4 times that of the gas at rest.
 *
 * <p>Lengths are in units of the shock's final radius, the density of the gas at rest is 1, and times are as in the
 * reports: it ends at 0.01.
 */
public final class SedovBlast {
    /** The energy of the blast with 45 cells along an edge; other sizes have the same total energy. */
    private static final double BLAST = 3.948746e7;

    private static final double BLAST_CELLS = 45;

    /** By cells along an edge: the steps, and the final energy at the origin. */
    private static final Map<Integer, Answer> ANSWERS =
            Map.of(30, new Answer(932, 202507.4785), 45, new Answer(1477, 423487.5113));

    private SedovBlast() {}

    /** Runs it: {@code --size=} cells along an edge, {@code --space=}. */
    public static void main(String... args) throws IOException {
        Arguments arguments = Arguments.of(args, "size=30");
        int n = arguments.number("size");
        arguments.require(n >= 8 && n <= 200, "--size=" + n + " must be from 8 to 200; 30 and 45 have known answers");
        try (ExecutionSpace space = arguments.openSpace()) {
            Report report = new Report("SedovBlast", space);
            Blast blast = run(space, n);
            Answer answer = ANSWERS.get(n);
            if (answer != null) {
                report.check("steps: " + blast.steps + " of " + answer.steps, blast.steps == answer.steps);
                report.checkAtMost(
                        "energy at the origin, relative difference",
                        Math.abs(blast.energy[0] / answer.energy - 1),
                        1e-9);
            }
            report.note("energy at the origin", String.valueOf(blast.energy[0]));
            report.checkBetween("radius of the greatest density", blast.shock(), 0.94, 1.03);
            report.checkAtMost("difference of energies across the diagonals", blast.asymmetry(), 1e-9);
            report.time("steps", blast.steps, blast.seconds);
            report.picture("sedov-blast", picture(blast));
            report.picture("sedov-blast-profile", profile(blast));
            report.end();
        }
    }

    /** Returns the gas at rest, with the energy in the corner. */
    static SedovMesh mesh(ExecutionSpace space, int n) {
        double scale = n / BLAST_CELLS;
        double energy = BLAST * scale * scale * scale;
        double firstStep = 0.5 * (SedovMesh.EDGE / n) / Math.sqrt(2 * energy);
        return new SedovMesh(space, n, energy, firstStep);
    }

    /** Runs the blast from its beginning to its end. */
    static Blast run(ExecutionSpace space, int n) {
        try (SedovMesh mesh = mesh(space, n);
                ExecutableGraph exec = SedovStep.toTheEnd(mesh).instantiate(space)) {
            long clock = System.nanoTime();
            exec.submit();
            space.fence();
            double seconds = (System.nanoTime() - clock) / 1e9;
            return new Blast(
                    n,
                    mesh.cycles.read(),
                    seconds,
                    mesh.energy.toArray(),
                    mesh.volume.toArray(),
                    new double[][] {mesh.x.toArray(), mesh.y.toArray(), mesh.z.toArray()},
                    mesh.corners.toArray());
        }
    }

    /** The lowest layer of cells, at their final positions. */
    private static Picture picture(Blast blast) {
        int side = 400;
        double[] density = new double[side * side];
        Arrays.fill(density, Double.NaN);
        for (int c = 0; c < blast.n * blast.n; c++) {
            blast.paint(c, density, side);
        }
        return new FieldPlot("x / shock radius", "y / shock radius", "density / density at rest")
                .title("Blast in a cube of gas at z = 0")
                .over(0, Blast.SHOWN, 0, Blast.SHOWN)
                .range(0, 4)
                .panel("", side, side, (i, j) -> density[j * side + i])
                .draw();
    }

    private static Picture profile(Blast blast) {
        int layer = blast.n * blast.n;
        double[] radius = new double[layer];
        double[] density = new double[layer];
        for (int c = 0; c < layer; c++) {
            radius[c] = blast.radius(c);
            density[c] = 1 / blast.volume[c];
        }
        return new Plot("distance from the origin / shock radius", "density / density at rest")
                .title("Blast in a cube of gas, cells at z = 0")
                .points("cells", radius, density)
                .curve("shock of Sedov", new double[] {1, 1}, new double[] {1, 4})
                .draw();
    }

    private record Answer(int steps, double energy) {}

    /**
     * The final gas.
     *
     * @param energy the energy of each cell, per initial volume
     * @param volume the volume of each cell over the initial one
     * @param places the coordinates of the nodes: all x, all y and all z
     * @param corners the nodes of each cell
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Blast(int n, int steps, double seconds, double[] energy, double[] volume, double[][] places, int[] corners) {
        private static final double SHOWN = 1.2;

        /** Returns the distance of a cell's centre from the origin. */
        double radius(int c) {
            double square = 0;
            for (double[] coordinate : places) {
                double sum = 0;
                for (int k = 0; k < Hexahedron.CORNERS; k++) {
                    sum += coordinate[corners[Hexahedron.CORNERS * c + k]];
                }
                square += sum * sum / (Hexahedron.CORNERS * Hexahedron.CORNERS);
            }
            return Math.sqrt(square);
        }

        /**
         * Returns the radius of the shock: the mean distance of all cells with at least nine tenths of the maximum
         * density.
         */
        double shock() {
            double least = Arrays.stream(volume).min().orElseThrow();
            double sum = 0;
            int count = 0;
            for (int c = 0; c < volume.length; c++) {
                if (volume[c] < least / 0.9) {
                    sum += radius(c);
                    count++;
                }
            }
            return sum / count;
        }

        /**
         * Returns the largest difference of energies of cells mirrored by an exchange of x and y, over the largest
         * energy.
         */
        double asymmetry() {
            double greatest = 0;
            for (int c = 0; c < energy.length; c++) {
                int swapped = c / (n * n) * n * n + c % n * n + c / n % n;
                greatest = Math.max(greatest, Math.abs(energy[c] - energy[swapped]));
            }
            return greatest / Arrays.stream(energy).max().orElseThrow();
        }

        /** Paints the lower face of a cell. */
        void paint(int c, double[] into, int side) {
            double[] x = new double[4];
            double[] y = new double[4];
            for (int k = 0; k < 4; k++) {
                int node = corners[Hexahedron.CORNERS * c + k];
                x[k] = places[0][node] / SHOWN * side - 0.5;
                y[k] = places[1][node] / SHOWN * side - 0.5;
            }
            int right = (int) Math.min(side - 1, Arrays.stream(x).max().orElseThrow());
            int above = (int) Math.min(side - 1, Arrays.stream(y).max().orElseThrow());
            for (int j = (int) Arrays.stream(y).min().orElseThrow(); j <= above; j++) {
                for (int i = (int) Arrays.stream(x).min().orElseThrow(); i <= right; i++) {
                    if (isInside(x, y, i, j)) {
                        into[j * side + i] = 1 / volume[c];
                    }
                }
            }
        }

        /** Returns whether a point is in a polygon, by the crossing number of a ray to the right. */
        private static boolean isInside(double[] x, double[] y, int i, int j) {
            boolean inside = false;
            for (int k = 0; k < x.length; k++) {
                int next = (k + 1) % x.length;
                boolean crosses = (y[k] > j) != (y[next] > j);
                inside ^= crosses && i < x[k] + (x[next] - x[k]) * (j - y[k]) / (y[next] - y[k]);
            }
            return inside;
        }
    }
}
