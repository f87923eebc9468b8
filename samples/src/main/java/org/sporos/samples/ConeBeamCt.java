package org.sporos.samples;

import java.io.IOException;
import org.sporos.graph.ExecutableGraph;
import org.sporos.samples.picture.FieldPlot;
import org.sporos.samples.picture.Picture;
import org.sporos.samples.picture.Plot;
import org.sporos.space.ExecutionSpace;

/**
 * Cone-beam computed tomography: projections of a phantom, {@link HeadPhantom}, from a source on a circle, and its
 * reconstruction by the method of Feldkamp, Davis and Kress, {@link ConeBeam}. One submit is a batch of projections.
 * The reconstruction is compared with the phantom.
 */
public final class ConeBeamCt {
    /** Edges of the phantom are blurred by a cell, so the error falls with the square root of the cell size. */
    private static final double LIMIT = 0.15;

    private ConeBeamCt() {}

    /** Runs it: {@code --size=} cells along an edge, {@code --projections=}, {@code --space=}. */
    public static void main(String... args) throws IOException {
        Arguments arguments = Arguments.of(args, "size=128", "projections=240");
        int n = arguments.number("size");
        int projections = arguments.number("projections");
        arguments.require(n >= 32 && n % 4 == 0, "--size=" + n + " must be a multiple of 4 and 32 or more");
        arguments.require(
                projections % ConeBeam.BATCH == 0,
                "--projections=" + projections + " must be a multiple of " + ConeBeam.BATCH);
        try (ExecutionSpace space = arguments.openSpace()) {
            Report report = new Report("ConeBeamCt", space);
            Scan scan = scan(space, n, projections);
            report.checkAtMost("root of the mean squared error", scan.error, LIMIT / Math.sqrt(n));
            report.checkBetween("density of the brain (0.2)", scan.mean(-0.1, 0.1, 0.65, 0.8), 0.19, 0.21);
            report.checkBetween("density of a ventricle (0)", scan.mean(-0.25, -0.19, -0.1, 0.1), -0.01, 0.01);
            report.checkBetween("density of the tumour (0.3)", scan.mean(-0.08, 0.08, 0.42, 0.54), 0.29, 0.31);
            report.time("projections", projections, scan.seconds);
            report.picture("cone-beam-ct", across(scan, scan.volume, "reconstruction"));
            report.picture("cone-beam-ct-side", side(scan));
            report.picture("cone-beam-ct-profile", profile(scan));
            report.end();
        }
    }

    /** Computes the projections and reconstructs the phantom from them. */
    static Scan scan(ExecutionSpace space, int n, int projections) {
        try (ConeBeam beam = new ConeBeam(space, n, projections);
                ExecutableGraph batch = beam.batch().instantiate(space);
                ExecutableGraph compare = beam.compare().instantiate(space)) {
            long clock = System.nanoTime();
            for (int p = 0; p < projections; p += ConeBeam.BATCH) {
                beam.first.set(p);
                batch.submit();
            }
            space.fence();
            double seconds = (System.nanoTime() - clock) / 1e9;
            compare.submit();
            space.fence();
            double error = Math.sqrt(beam.squares.read() / beam.counted.read());
            return new Scan(n, projections, seconds, error, beam.volume.toArray(), beam.phantom.toArray());
        }
    }

    /** The layer of the source's circle. */
    private static Picture across(Scan scan, float[] of, String what) {
        int n = scan.n;
        return new FieldPlot("x / half edge", "y / half edge", "density")
                .title("Layer z = 0 of a head, " + what + " from " + scan.projections + " projections")
                .over(-1, 1, -1, 1)
                .range(0, 0.4)
                .panel("", n, n, (i, j) -> of[(n / 2 * n + j) * n + i])
                .draw();
    }

    private static Picture side(Scan scan) {
        int n = scan.n;
        return new FieldPlot("y / half edge", "z / half edge", "density")
                .title("Layer x = 0 of a head, reconstruction")
                .over(-1, 1, -1, 1)
                .range(0, 0.4)
                .panel("", n, n, (j, k) -> scan.volume[(k * n + j) * n + n / 2])
                .draw();
    }

    private static Picture profile(Scan scan) {
        int n = scan.n;
        double[] y = new double[n];
        double[] found = new double[n];
        double[] right = new double[n];
        for (int j = 0; j < n; j++) {
            int at = (n / 2 * n + j) * n + n / 2;
            y[j] = ConeBeam.middle(j, n);
            found[j] = scan.volume[at];
            right[j] = scan.phantom[at];
        }
        return new Plot("y / half edge", "density")
                .title("Density of a head along the line x = z = 0")
                .curve("phantom", y, right)
                .curve("reconstruction", y, found)
                .draw();
    }

    /**
     * The reconstruction.
     *
     * @param error the root mean square of the difference from the phantom, inside the skull
     * @param volume by z, y and x
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Scan(int n, int projections, double seconds, double error, float[] volume, float[] phantom) {
        /** Returns the mean density of a rectangle in the layer of the circle. */
        double mean(double xLow, double xHigh, double yLow, double yHigh) {
            double sum = 0;
            int count = 0;
            for (int j = 0; j < n; j++) {
                for (int i = 0; i < n; i++) {
                    double x = ConeBeam.middle(i, n);
                    double y = ConeBeam.middle(j, n);
                    if (x >= xLow && x <= xHigh && y >= yLow && y <= yHigh) {
                        sum += volume[(n / 2 * n + j) * n + i];
                        count++;
                    }
                }
            }
            return sum / count;
        }
    }
}
