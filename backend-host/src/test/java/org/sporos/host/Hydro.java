package org.sporos.host;

import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.Sum;

import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/**
 * One step of a made-up Lagrangian hydrodynamics code on a mesh of hexahedra, written as a new user would: kernels in
 * methods of one class use its final fields, gather and scatter by lists of nodes, call helpers with local arrays, and
 * go region by region. It has some 40 kernels in 600 nodes, for {@link InstantiateTimes}.
 */
final class Hydro {
    private static final int CORNERS = 8;
    private static final int REGIONS = 11;
    private static final double GAMMA = 1.0 / 3.0;

    private final int side;
    private final int elements;
    private final int points;
    private final double cutoff = 1e-7;
    private final double largestPressure = 1e6;
    private final DoubleView x;
    private final DoubleView y;
    private final DoubleView z;
    private final DoubleView xd;
    private final DoubleView yd;
    private final DoubleView zd;
    private final DoubleView fx;
    private final DoubleView fy;
    private final DoubleView fz;
    private final DoubleView mass;
    private final DoubleView volume;
    private final DoubleView energy;
    private final DoubleView pressure;
    private final DoubleView viscosity;
    private final DoubleView sound;
    private final DoubleView rate;
    private final DoubleView length;
    private final DoubleView sigma;
    private final DoubleView partX;
    private final DoubleView partY;
    private final DoubleView partZ;
    private final DoubleView normals;
    private final IntView corners;
    private final IntView cornerStart;
    private final IntView cornerList;
    private final IntView[] regions = new IntView[REGIONS];
    private final DoubleView[] work = new DoubleView[10];
    private final DoubleView step;
    private final DoubleView total;
    private final DoubleView grid;

    Hydro(ExecutionSpace space, int side) {
        this.side = side;
        this.elements = side * side * side;
        this.points = (side + 1) * (side + 1) * (side + 1);
        x = points("x", space);
        y = points("y", space);
        z = points("z", space);
        xd = points("xd", space);
        yd = points("yd", space);
        zd = points("zd", space);
        fx = points("fx", space);
        fy = points("fy", space);
        fz = points("fz", space);
        mass = points("mass", space);
        volume = cells("volume", space);
        energy = cells("energy", space);
        pressure = cells("pressure", space);
        viscosity = cells("viscosity", space);
        sound = cells("sound", space);
        rate = cells("rate", space);
        length = cells("length", space);
        sigma = cells("sigma", space);
        partX = DoubleView.of("partX", space, CORNERS * elements);
        partY = DoubleView.of("partY", space, CORNERS * elements);
        partZ = DoubleView.of("partZ", space, CORNERS * elements);
        normals = DoubleView.of("normals", space, elements, 3);
        corners = IntView.of("corners", space, elements, CORNERS);
        cornerStart = IntView.of("cornerStart", space, points + 1);
        cornerList = IntView.of("cornerList", space, CORNERS * elements);
        step = DoubleView.of("step", space, 4);
        total = DoubleView.of("total", space);
        grid = DoubleView.of("grid", space, side, side, side);
        for (int w = 0; w < work.length; w++) {
            work[w] = cells("work" + w, space);
        }
        for (int r = 0; r < REGIONS; r++) {
            regions[r] = IntView.of("region" + r, space, (elements - r + REGIONS - 1) / REGIONS);
        }
        fill();
    }

    private DoubleView points(String label, ExecutionSpace space) {
        return DoubleView.of(label, space, points);
    }

    private DoubleView cells(String label, ExecutionSpace space) {
        return DoubleView.of(label, space, elements);
    }

    private void fill() {
        int n = side + 1;
        for (int p = 0; p < points; p++) {
            x.set(p, p % n / (double) side);
            y.set(p, p / n % n / (double) side);
            z.set(p, p / n / n / (double) side);
            mass.set(p, 1);
        }
        int[] count = new int[points + 1];
        for (int e = 0; e < elements; e++) {
            int at = (e / side / side * n + e / side % side) * n + e % side;
            int[] of = {at, at + 1, at + n + 1, at + n, at + n * n, at + n * n + 1, at + n * n + n + 1, at + n * n + n};
            for (int c = 0; c < CORNERS; c++) {
                corners.set(e, c, of[c]);
                count[of[c] + 1]++;
            }
            volume.set(e, 1);
            energy.set(e, e == 0 ? 3.9e7 : 0);
            regions[e % REGIONS].set(e / REGIONS, e);
        }
        for (int p = 0; p < points; p++) {
            count[p + 1] += count[p];
        }
        for (int p = 0; p <= points; p++) {
            cornerStart.set(p, count[p]);
        }
        for (int e = 0; e < elements; e++) {
            for (int c = 0; c < CORNERS; c++) {
                cornerList.set(count[corners.get(e, c)]++, CORNERS * e + c);
            }
        }
        step.set(0, 1e-7);
    }

    private static double volumeOf(double[] px, double[] py, double[] pz) {
        double sum = 0;
        for (int c = 0; c < 4; c++) {
            int next = (c + 1) % 4;
            sum += (px[c + 4] - px[c]) * (py[next] - py[c]) * (pz[next + 4] - pz[c + 4])
                    - (pz[c + 4] - pz[c]) * (py[next + 4] - py[c + 4]) * (px[next] - px[c]);
        }
        return sum / 12;
    }

    private static void normal(double[] px, double[] py, double[] pz, double[] out, int a, int b, int c, int d) {
        double ux = 0.5 * (px[d] + px[c] - px[b] - px[a]);
        double uy = 0.5 * (py[d] + py[c] - py[b] - py[a]);
        double uz = 0.5 * (pz[d] + pz[c] - pz[b] - pz[a]);
        double vx = 0.5 * (px[c] + px[b] - px[d] - px[a]);
        double vy = 0.5 * (py[c] + py[b] - py[d] - py[a]);
        double vz = 0.5 * (pz[c] + pz[b] - pz[d] - pz[a]);
        double ax = 0.25 * (uy * vz - uz * vy);
        double ay = 0.25 * (uz * vx - ux * vz);
        double az = 0.25 * (ux * vy - uy * vx);
        for (int k : new int[] {a, b, c, d}) {
            out[k] += ax;
            out[k + 8] += ay;
            out[k + 16] += az;
        }
    }

    private void gather(int e, DoubleView from, double[] to) {
        for (int c = 0; c < CORNERS; c++) {
            to[c] = from.get(corners.get(e, c));
        }
    }

    private static double cut(double value, double least) {
        return Math.abs(value) < least ? 0 : value;
    }

    /** Returns the graph of one step. */
    Graph step() {
        return Graph.define("hydro", root -> {
            NodeRef last = forces(root);
            last = motion(last);
            last = kinematics(last);
            for (int r = 0; r < REGIONS; r++) {
                last = region(last, regions[r], r);
            }
            last = ends(last);
            times(last);
        });
    }

    private NodeRef forces(NodeRef before) {
        RangePolicy all = RangePolicy.of(elements);
        NodeRef last = before.thenParallelFor("stress", all, e -> sigma.set(e, -pressure.get(e) - viscosity.get(e)))
                .thenParallelFor("integrate", all, e -> {
                    double[] px = new double[8];
                    double[] py = new double[8];
                    double[] pz = new double[8];
                    double[] out = new double[24];
                    gather(e, x, px);
                    gather(e, y, py);
                    gather(e, z, pz);
                    normal(px, py, pz, out, 0, 1, 2, 3);
                    normal(px, py, pz, out, 0, 4, 5, 1);
                    normal(px, py, pz, out, 1, 5, 6, 2);
                    normal(px, py, pz, out, 2, 6, 7, 3);
                    normal(px, py, pz, out, 3, 7, 4, 0);
                    normal(px, py, pz, out, 4, 7, 6, 5);
                    double s = sigma.get(e);
                    for (int c = 0; c < CORNERS; c++) {
                        partX.set(CORNERS * e + c, -s * out[c]);
                        partY.set(CORNERS * e + c, -s * out[c + 8]);
                        partZ.set(CORNERS * e + c, -s * out[c + 16]);
                    }
                })
                .thenParallelFor("sum forces", RangePolicy.of(points), p -> {
                    double sx = 0;
                    double sy = 0;
                    double sz = 0;
                    for (int k = cornerStart.get(p); k < cornerStart.get(p + 1); k++) {
                        int c = cornerList.get(k);
                        sx += partX.get(c);
                        sy += partY.get(c);
                        sz += partZ.get(c);
                    }
                    fx.set(p, sx);
                    fy.set(p, sy);
                    fz.set(p, sz);
                })
                .thenParallelFor("hourglass", all, e -> {
                    double[] vx = new double[8];
                    double[] vy = new double[8];
                    double[] vz = new double[8];
                    double[] h = new double[4];
                    gather(e, xd, vx);
                    gather(e, yd, vy);
                    gather(e, zd, vz);
                    for (int m = 0; m < 4; m++) {
                        for (int c = 0; c < CORNERS; c++) {
                            double sign = (c >> (m % 3) & 1) == 0 ? 1 : -1;
                            h[m] += sign * (vx[c] + vy[c] + vz[c]);
                        }
                    }
                    double damp = -0.01 * sound.get(e) * mass.get(corners.get(e, 0)) / (1 + length.get(e));
                    for (int c = 0; c < CORNERS; c++) {
                        double f = 0;
                        for (int m = 0; m < 4; m++) {
                            f += damp * h[m] * ((c >> (m % 3) & 1) == 0 ? 1 : -1);
                        }
                        partX.set(CORNERS * e + c, f);
                        partY.set(CORNERS * e + c, f);
                        partZ.set(CORNERS * e + c, f);
                    }
                });
        return last.thenParallelFor("add hourglass", RangePolicy.of(points), p -> {
            double sx = 0;
            double sy = 0;
            double sz = 0;
            for (int k = cornerStart.get(p); k < cornerStart.get(p + 1); k++) {
                int c = cornerList.get(k);
                sx += partX.get(c);
                sy += partY.get(c);
                sz += partZ.get(c);
            }
            fx.set(p, fx.get(p) + sx);
            fy.set(p, fy.get(p) + sy);
            fz.set(p, fz.get(p) + sz);
        });
    }

    private NodeRef motion(NodeRef before) {
        RangePolicy all = RangePolicy.of(points);
        int n = side + 1;
        return before.thenParallelFor("accelerate", all, p -> {
                    fx.set(p, fx.get(p) / mass.get(p));
                    fy.set(p, fy.get(p) / mass.get(p));
                    fz.set(p, fz.get(p) / mass.get(p));
                })
                .thenParallelFor("left wall", RangePolicy.of(n * n), p -> fx.set(p * n, 0))
                .thenParallelFor("front wall", RangePolicy.of(n * n), p -> fy.set(p / n * n * n + p % n, 0))
                .thenParallelFor("floor", RangePolicy.of(n * n), p -> fz.set(p, 0))
                .thenParallelFor("velocity", all, p -> {
                    double dt = step.get(0);
                    xd.set(p, cut(xd.get(p) + fx.get(p) * dt, cutoff));
                    yd.set(p, cut(yd.get(p) + fy.get(p) * dt, cutoff));
                    zd.set(p, cut(zd.get(p) + fz.get(p) * dt, cutoff));
                })
                .thenParallelFor("position", all, p -> {
                    double dt = step.get(0);
                    x.set(p, x.get(p) + xd.get(p) * dt);
                    y.set(p, y.get(p) + yd.get(p) * dt);
                    z.set(p, z.get(p) + zd.get(p) * dt);
                });
    }

    private NodeRef kinematics(NodeRef before) {
        RangePolicy all = RangePolicy.of(elements);
        return before.thenParallelFor("volumes", all, e -> {
                    double[] px = new double[8];
                    double[] py = new double[8];
                    double[] pz = new double[8];
                    gather(e, x, px);
                    gather(e, y, py);
                    gather(e, z, pz);
                    double v = Math.abs(volumeOf(px, py, pz)) + 1e-12;
                    rate.set(e, (v - volume.get(e)) / volume.get(e));
                    volume.set(e, v);
                    length.set(e, Math.cbrt(v));
                })
                .thenParallelFor("strain", all, e -> {
                    double[] vx = new double[8];
                    double[] vy = new double[8];
                    double[] vz = new double[8];
                    gather(e, xd, vx);
                    gather(e, yd, vy);
                    gather(e, zd, vz);
                    double dx = vx[6] - vx[0] + vx[5] - vx[3];
                    double dy = vy[6] - vy[0] + vy[7] - vy[1];
                    double dz = vz[6] - vz[0] + vz[4] - vz[2];
                    double third = (dx + dy + dz) * GAMMA;
                    normals.set(e, 0, dx - third);
                    normals.set(e, 1, dy - third);
                    normals.set(e, 2, dz - third);
                })
                .thenParallelFor("gradient", all, e -> {
                    int up = e % side == side - 1 ? e : e + 1;
                    int down = e % side == 0 ? e : e - 1;
                    double g = (rate.get(up) - rate.get(down)) / (length.get(e) + 1e-12);
                    work[0].set(e, Math.max(0, Math.min(1, g)));
                })
                .thenParallelFor("smooth", MDRangePolicy.of(side, side, side), (i, j, k) -> {
                    int e = (i * side + j) * side + k;
                    grid.set(i, j, k, 0.9 * work[0].get(e) + 0.1 * rate.get(e));
                })
                .thenParallelFor(
                        "plane",
                        MDRangePolicy.of(side, side),
                        (i, j) -> grid.set(i, j, 0, 0.5 * (grid.get(i, j, 0) + grid.get(j, i, side - 1))))
                .thenParallelFor("limit", all, e -> {
                    double q = rate.get(e) < 0
                            ? 2 * rate.get(e) * rate.get(e) * grid.get(e / side / side, e / side % side, e % side)
                            : 0;
                    viscosity.set(e, q);
                });
    }

    /** The equation of state of one region, whose material is iterated the longer the higher its number. */
    private NodeRef region(NodeRef before, IntView list, int number) {
        RangePolicy all = RangePolicy.of(list.extent(0) > Integer.MAX_VALUE ? 0 : (int) list.extent(0));
        int repeats = number < 5 ? 1 : number < 9 ? 4 : 6;
        NodeRef last = before;
        for (int r = 0; r < repeats; r++) {
            last = state(last, list, all, r);
        }
        DoubleView speed = work[9];
        return last.thenParallelFor("store pressure", all, i -> pressure.set(list.get(i), work[4].get(i)))
                .thenParallelFor("store energy", all, i -> energy.set(list.get(i), work[5].get(i)))
                .thenParallelFor("store viscosity", all, i -> viscosity.set(list.get(i), work[6].get(i)))
                .thenParallelFor("sound", all, i -> {
                    int e = list.get(i);
                    double ss = (work[7].get(i) * energy.get(e) + volume.get(e) * volume.get(e) * work[8].get(i))
                            / (1 + mass.get(e));
                    speed.set(i, ss <= 1e-36 ? 1e-18 : Math.sqrt(ss));
                })
                .thenParallelFor("store sound", all, i -> sound.set(list.get(i), speed.get(i)))
                .thenParallelReduce("courant", all, Min.into(step.subview(Slice.at(1)), i -> {
                    int e = list.get(i);
                    double f = sound.get(e) * sound.get(e);
                    if (rate.get(e) < 0) {
                        f += 4 * length.get(e) * length.get(e) * rate.get(e) * rate.get(e);
                    }
                    return rate.get(e) == 0 ? 1e20 : length.get(e) / Math.sqrt(f + 1e-30);
                }));
    }

    private NodeRef state(NodeRef before, IntView list, RangePolicy all, int pass) {
        double floor = -1e15;
        NodeRef last = before.thenParallelFor("copy", all, i -> {
                    int e = list.get(i);
                    work[1].set(i, energy.get(e));
                    work[2].set(i, rate.get(e));
                    work[3].set(i, pressure.get(e));
                })
                .thenParallelFor("compression", all, i -> {
                    int e = list.get(i);
                    work[7].set(i, 1 / volume.get(e) - 1);
                    work[8].set(i, 1 / (volume.get(e) - work[2].get(i) * 0.5) - 1);
                })
                .thenParallelFor("clamp low", all, i -> {
                    if (volume.get(list.get(i)) <= 0.1) {
                        work[8].set(i, work[7].get(i));
                    }
                })
                .thenParallelFor("clamp high", all, i -> {
                    if (volume.get(list.get(i)) >= 1e9) {
                        work[3].set(i, 0);
                        work[7].set(i, 0);
                        work[8].set(i, 0);
                    }
                })
                .thenParallelFor("energy 1", all, i -> {
                    double e = work[1].get(i) - 0.5 * work[2].get(i) * (work[3].get(i) + viscosity.get(list.get(i)));
                    work[5].set(i, e < floor ? floor : e);
                });
        for (int k = 0; k < 3; k++) {
            DoubleView c = k == 1 ? work[8] : work[7];
            last = last.thenParallelFor("bulk", all, i -> {
                        work[9].set(i, (c.get(i) + 1) * (2 * GAMMA));
                    })
                    .thenParallelFor("pressure", all, i -> {
                        double p = cut(work[9].get(i) * work[5].get(i), cutoff);
                        if (volume.get(list.get(i)) >= 1e9) {
                            p = 0;
                        }
                        work[4].set(i, Math.min(largestPressure, Math.max(0, p)));
                    });
            last = k == 0 ? correct(last, list, all) : k == 1 ? again(last, list, all, floor) : finish(last, list, all);
        }
        return pass > 0
                ? last.thenParallelFor("mix", all, i -> work[5].set(i, 0.5 * (work[5].get(i) + work[1].get(i))))
                : last;
    }

    private NodeRef correct(NodeRef before, IntView list, RangePolicy all) {
        return before.thenParallelFor("half step", all, i -> {
                    double vh = 1 / (1 + work[8].get(i));
                    if (work[2].get(i) > 0) {
                        work[6].set(i, 0);
                    } else {
                        double ss = (work[9].get(i) * work[5].get(i) + vh * vh * work[4].get(i)) / 2.0;
                        ss = ss <= 0.1111111e-36 ? 0.3333333e-18 : Math.sqrt(ss);
                        work[6].set(i, ss * viscosity.get(list.get(i)) + rate.get(list.get(i)));
                    }
                })
                .thenParallelFor(
                        "energy 2",
                        all,
                        i -> work[5].set(
                                i,
                                work[5].get(i)
                                        + 0.5
                                                * work[2].get(i)
                                                * (3.0 * (work[3].get(i) + viscosity.get(list.get(i)))
                                                        - 4.0 * (work[4].get(i) + work[6].get(i)))));
    }

    private NodeRef again(NodeRef before, IntView list, RangePolicy all, double floor) {
        return before.thenParallelFor("energy 3", all, i -> {
            int e = list.get(i);
            double q = work[2].get(i) > 0 ? 0 : work[9].get(i) * Math.sqrt(Math.abs(work[5].get(i)) + 1e-30);
            double en = work[5].get(i)
                    - (7.0 * (work[3].get(i) + viscosity.get(e))
                                    - 8.0 * (work[4].get(i) + work[6].get(i))
                                    + work[4].get(i)
                                    + q)
                            * work[2].get(i)
                            / 6.0;
            en = cut(en, cutoff);
            work[5].set(i, Math.max(floor, en));
        });
    }

    private NodeRef finish(NodeRef before, IntView list, RangePolicy all) {
        return before.thenParallelFor("viscosity", all, i -> {
            int e = list.get(i);
            if (work[2].get(i) <= 0) {
                double ss = (work[9].get(i) * work[5].get(i) + volume.get(e) * volume.get(e) * work[4].get(i)) / 2.0;
                ss = ss <= 0.1111111e-36 ? 0.3333333e-18 : Math.sqrt(ss);
                work[6].set(i, cut(ss * viscosity.get(e) + rate.get(e), cutoff));
            }
        });
    }

    private NodeRef ends(NodeRef before) {
        RangePolicy all = RangePolicy.of(elements);
        return before.thenParallelFor("update volumes", all, e -> {
                    double v = volume.get(e);
                    volume.set(e, Math.abs(v - 1.0) < 1e-10 ? 1.0 : v);
                })
                .thenParallelReduce("energy of all", all, Sum.into(total, e -> energy.get(e) * volume.get(e)))
                .thenParallelReduce("fastest", all, Max.into(step.subview(Slice.at(2)), e -> sound.get(e)))
                .thenParallelReduce(
                        "hydro",
                        all,
                        Min.into(
                                step.subview(Slice.at(3)),
                                e -> rate.get(e) == 0 ? 1e20 : 0.1 / (Math.abs(rate.get(e)) + 1e-20)));
    }

    private void times(NodeRef before) {
        before.then("next step", () -> {
            double least = Math.min(step.get(1), 2 * step.get(3) / 3);
            double ratio = least / step.get(0);
            double next = ratio >= 1 ? (ratio < 1.1 ? step.get(0) : ratio > 1.2 ? step.get(0) * 1.2 : least) : least;
            step.set(0, Math.min(next, 1e-2));
        });
    }
}
