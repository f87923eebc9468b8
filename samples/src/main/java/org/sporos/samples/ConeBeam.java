package org.sporos.samples;

import static org.sporos.reduce.Reducers.Sum;

import org.sporos.graph.Graph;
import org.sporos.param.IntParam;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;

/**
 * The views and graphs of {@link ConeBeamCt}. A source moves on a circle around the z axis, and a flat detector
 * opposite to it measures the integrals of density along rays. The coordinates of a ray are those of its intersection
 * with the plane through the axis that is parallel to the detector.
 *
 * <p>Sources: L. A. Feldkamp, L. C. Davis, J. W. Kress, J. Opt. Soc. Am. A 1 (1984) 612; the ramp filter is a
 * convolution with the sequence of G. N. Ramachandran and A. V. Lakshminarayanan, Proc. Natl. Acad. Sci. 68 (1971)
 * 2236. Lengths are in half edges of the reconstructed cube.
 */
final class ConeBeam implements AutoCloseable {
    /** The distance of the source from the axis, and of the detector's edges from its centre. */
    static final double RADIUS = 3;

    static final double DETECTOR = 1.25;

    /** The number of projections in a batch. */
    static final int BATCH = 8;

    /** The error is measured inside the skull, scaled by this factor. */
    private static final double COUNTED = 0.9;

    private static final double INSIDE_X = 0.6624;
    private static final double INSIDE_Y = 0.874;
    private static final double INSIDE_Z = 0.78;
    private static final double INSIDE_CENTRE = -0.0184;

    final int n;
    final int pixels;
    final int projections;

    /** The first projection of the next run. */
    final IntParam first;

    final DoubleView ellipsoids;

    /** Cosine and sine of the angle of each projection. */
    final FloatView directions;

    /** The projections of a batch, weighted by the cosine of the angle in the cone, and then filtered. */
    final FloatView seen;

    final FloatView filtered;
    final FloatView ramp;

    /** The reconstruction and the phantom, by z, y and x. */
    final FloatView volume;

    final FloatView phantom;
    final DoubleView squares;
    final IntView counted;

    /** Creates the scan of a cube of n cells along an edge. */
    ConeBeam(ExecutionSpace space, int n, int projections) {
        this.n = n;
        this.projections = projections;
        pixels = (int) Math.round(n * DETECTOR);
        first = IntParam.of("first projection", 0).within(0, projections - BATCH);
        ellipsoids = HeadPhantom.view(space);
        directions = FloatView.copyOf("directions", space, directions(projections));
        seen = FloatView.of("projections", space, BATCH, pixels, pixels);
        filtered = FloatView.of("filtered", space, BATCH, pixels, pixels);
        ramp = FloatView.copyOf("ramp", space, ramp(pixels, projections));
        volume = FloatView.of("volume", space, n, n, n);
        phantom = FloatView.of("phantom", space, n, n, n);
        squares = DoubleView.of("squared errors", space);
        counted = IntView.of("counted", space);
    }

    private static float[] directions(int projections) {
        float[] both = new float[2 * projections];
        for (int p = 0; p < projections; p++) {
            both[2 * p] = (float) StrictMath.cos(2 * Math.PI * p / projections);
            both[2 * p + 1] = (float) StrictMath.sin(2 * Math.PI * p / projections);
        }
        return both;
    }

    /** The ramp filter at integer pixels, times their width and half the angle between projections; 0 at even ones. */
    private static float[] ramp(int pixels, int projections) {
        double scale = Math.PI / projections / (2 * DETECTOR / pixels);
        float[] h = new float[pixels];
        h[0] = (float) (scale / 4);
        for (int k = 1; k < pixels; k += 2) {
            h[k] = (float) (-scale / (Math.PI * Math.PI * k * k));
        }
        return h;
    }

    /** Computes a batch of projections, filters them and adds them to the volume. */
    Graph batch() {
        ConeBeam scan = this;
        // snippet: gallery-cone-beam
        MDRangePolicy rays = MDRangePolicy.of(BATCH, pixels, pixels);
        return Graph.define(
                "batch",
                root -> root.thenParallelFor("project", rays, (p, row, column) -> project(scan, p, row, column))
                        .thenParallelFor("filter", rays, (p, row, column) -> filter(scan, p, row, column))
                        .thenParallelFor("back-project", MDRangePolicy.of(n, n, n), (k, j, i) -> back(scan, k, j, i)));
        // end
    }

    private static void project(ConeBeam scan, int p, int row, int column) {
        double c = scan.directions.get(2 * (scan.first.get() + p));
        double s = scan.directions.get(2 * (scan.first.get() + p) + 1);
        double right = DETECTOR * middle(column, scan.pixels);
        double up = DETECTOR * middle(row, scan.pixels);
        double integral = HeadPhantom.integral(scan.ellipsoids, RADIUS * c, RADIUS * s, -right * s, right * c, up);
        double cosine = RADIUS / Math.sqrt(RADIUS * RADIUS + right * right + up * up);
        scan.seen.set(p, row, column, (float) (cosine * integral));
    }

    private static void filter(ConeBeam scan, int p, int row, int column) {
        float sum = scan.ramp.get(0) * scan.seen.get(p, row, column);
        for (int k = (column + 1) % 2; k < scan.pixels; k += 2) {
            sum += scan.ramp.get(Math.abs(column - k)) * scan.seen.get(p, row, k);
        }
        scan.filtered.set(p, row, column, sum);
    }

    /**
     * Backprojects the rays through a point, by bilinear interpolation of four pixels; the detector is extrapolated
     * linearly by up to a pixel at its lower and left edges. C++ compilers contract to fma by default, Java only by
     * explicit calls.
     */
    private static void back(ConeBeam scan, int k, int j, int i) {
        float radius = (float) RADIUS;
        float perPixel = (float) (1 / (2 * DETECTOR)) * scan.pixels;
        float centre = 0.5f * (scan.pixels - 1);
        float halfCell = 1f / scan.n;
        float x = halfCell * (2 * i + 1 - scan.n);
        float y = halfCell * (2 * j + 1 - scan.n);
        float z = halfCell * (2 * k + 1 - scan.n);
        float sum = scan.volume.get(k, j, i);
        for (int p = 0; p < BATCH; p++) {
            float c = scan.directions.get(2 * (scan.first.get() + p));
            float s = scan.directions.get(2 * (scan.first.get() + p) + 1);
            float larger = radius / (radius - Math.fma(x, c, y * s));
            float column = Math.fma(perPixel * larger, Math.fma(y, c, -x * s), centre);
            float row = Math.fma(perPixel * larger, z, centre);
            int left = (int) column;
            int low = (int) row;
            if (left >= 0 && left < scan.pixels - 1 && low >= 0 && low < scan.pixels - 1) {
                float across = column - left;
                float up = row - low;
                float below = scan.filtered.get(p, low, left);
                below = Math.fma(across, scan.filtered.get(p, low, left + 1) - below, below);
                float above = scan.filtered.get(p, low + 1, left);
                above = Math.fma(across, scan.filtered.get(p, low + 1, left + 1) - above, above);
                sum = Math.fma(larger * larger, Math.fma(up, above - below, below), sum);
            }
        }
        scan.volume.set(k, j, i, sum);
    }

    /** Writes the phantom and its squared differences from the reconstruction. */
    Graph compare() {
        ConeBeam scan = this;
        MDRangePolicy all = MDRangePolicy.of(n, n, n);
        return Graph.define(
                "compare",
                root -> root.thenParallelFor("phantom", all, (k, j, i) -> {
                            double density = HeadPhantom.density(
                                    scan.ellipsoids, middle(i, scan.n), middle(j, scan.n), middle(k, scan.n));
                            scan.phantom.set(k, j, i, (float) density);
                        })
                        .thenParallelReduce(
                                "errors",
                                all,
                                Sum.into(squares, (k, j, i) -> {
                                    double error = scan.volume.get(k, j, i) - scan.phantom.get(k, j, i);
                                    return counts(scan.n, k, j, i) ? error * error : 0;
                                }),
                                Sum.into(counted, (k, j, i) -> counts(scan.n, k, j, i) ? 1 : 0)));
    }

    private static boolean counts(int n, int k, int j, int i) {
        double x = middle(i, n) / (COUNTED * INSIDE_X);
        double y = (middle(j, n) - INSIDE_CENTRE) / (COUNTED * INSIDE_Y);
        double z = middle(k, n) / (COUNTED * INSIDE_Z);
        return x * x + y * y + z * z <= 1;
    }

    /** Returns the centre of a cell, where n cells cover [-1, 1]. */
    static double middle(int cell, int n) {
        return (2 * cell + 1 - n) / (double) n;
    }

    @Override
    public void close() {
        ellipsoids.close();
        directions.close();
        seen.close();
        filtered.close();
        ramp.close();
        volume.close();
        phantom.close();
        squares.close();
        counted.close();
    }
}
