package org.sporos.samples;

import static org.sporos.reduce.Reducers.Sum;

import org.sporos.graph.Graph;
import org.sporos.param.IntParam;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;

/**
 * The views and graphs of {@link ConeBeamCt}: a source goes round the z axis on a circle, and a flat detector opposite
 * to it sees the integrals of density along rays. Its coordinates are those of the plane through the axis: the ray of
 * the point (s, z) goes through it. The reconstruction is the one of L. A. Feldkamp, L. C. Davis and J. W. Kress, J.
 * Opt. Soc. Am. A 1 (1984) 612; its ramp filter is a convolution with the sequence of G. N. Ramachandran and A. V.
 * Lakshminarayanan, Proc. Natl. Acad. Sci. 68 (1971) 2236.
 *
 * <p>Lengths are in half edges of the cube that is reconstructed.
 */
final class ConeBeam implements AutoCloseable {
    /** How far the source is from the axis, and the detector's edges from its middle. */
    static final double RADIUS = 3;

    static final double DETECTOR = 1.25;

    /** The projections of a batch. */
    static final int BATCH = 8;

    final int n;
    final int pixels;
    final int projections;
    final double pitch;

    /** The first projection of the next run. */
    final IntParam first;

    final DoubleView ellipsoids;

    /** Cosine and sine of the angle of each projection. */
    final DoubleView directions;

    /** The projections of a batch, and the filtered ones. */
    final FloatView seen;

    final FloatView filtered;
    final FloatView ramp;

    /** The reconstruction, by z, y and x. */
    final FloatView volume;

    ConeBeam(ExecutionSpace space, int n, int projections) {
        this.n = n;
        this.projections = projections;
        pixels = (int) Math.round(n * DETECTOR);
        pitch = 2 * DETECTOR / pixels;
        first = IntParam.of("first projection", 0).within(0, projections - BATCH);
        ellipsoids = HeadPhantom.view(space);
        directions = DoubleView.copyOf("directions", space, directions(projections));
        seen = FloatView.of("projections", space, BATCH, pixels, pixels);
        filtered = FloatView.of("filtered", space, BATCH, pixels, pixels);
        ramp = FloatView.copyOf("ramp", space, ramp(pixels, pitch));
        volume = FloatView.of("volume", space, n, n, n);
    }

    private static double[] directions(int projections) {
        double[] both = new double[2 * projections];
        for (int p = 0; p < projections; p++) {
            both[2 * p] = StrictMath.cos(2 * Math.PI * p / projections);
            both[2 * p + 1] = StrictMath.sin(2 * Math.PI * p / projections);
        }
        return both;
    }

    /** The ramp filter at distances of whole pixels, times the pitch: it is 0 at the other even ones. */
    private static float[] ramp(int pixels, double pitch) {
        float[] h = new float[pixels];
        h[0] = (float) (1 / (4 * pitch));
        for (int k = 1; k < pixels; k += 2) {
            h[k] = (float) (-1 / (Math.PI * Math.PI * k * k * pitch));
        }
        return h;
    }

    /** A batch of projections: they are made, filtered and added to the volume. */
    Graph batch() {
        int half = pixels;
        float pitch = (float) this.pitch;
        float distance = (float) RADIUS;
        return Graph.define("batch", root -> root.thenParallelFor(
                        "project", MDRangePolicy.of(BATCH, pixels, pixels), (p, row, column) -> {
                            double c = directions.get(2 * (first.get() + p));
                            double s = directions.get(2 * (first.get() + p) + 1);
                            double along = place(column, this.pixels, this.pitch);
                            double up = place(row, this.pixels, this.pitch);
                            double seenHere = HeadPhantom.integral(
                                    ellipsoids, RADIUS * c, RADIUS * s, 0, -along * s, along * c, up);
                            double cosine = RADIUS / Math.sqrt(RADIUS * RADIUS + along * along + up * up);
                            seen.set(p, row, column, (float) (cosine * seenHere));
                        })
                .thenParallelFor("filter", MDRangePolicy.of(BATCH, half, half), (p, row, column) -> {
                    float sum = ramp.get(0) * seen.get(p, row, column);
                    for (int k = (column + 1) % 2; k < half; k += 2) {
                        sum += ramp.get(Math.abs(column - k)) * seen.get(p, row, k);
                    }
                    filtered.set(p, row, column, sum);
                })
                .thenParallelFor("back", MDRangePolicy.of(n, n, n), (k, j, i) -> {
                    float x = (float) place(i, n, 2.0 / n);
                    float y = (float) place(j, n, 2.0 / n);
                    float z = (float) place(k, n, 2.0 / n);
                    float sum = volume.get(k, j, i);
                    for (int p = 0; p < BATCH; p++) {
                        float c = (float) directions.get(2 * (first.get() + p));
                        float s = (float) directions.get(2 * (first.get() + p) + 1);
                        float scale = distance / (distance - (x * c + y * s));
                        float column = scale * (y * c - x * s) / pitch + 0.5f * (half - 1);
                        float row = scale * z / pitch + 0.5f * (half - 1);
                        sum += scale * scale * between(filtered, p, row, column);
                    }
                    volume.set(k, j, i, sum);
                }));
    }

    @Override
    public void close() {
        ellipsoids.close();
        directions.close();
        seen.close();
        filtered.close();
        ramp.close();
        volume.close();
    }
}
