package org.sporos.kernel.zoo;

import static org.sporos.kernel.zoo.NamedKernel.exact;

import java.util.ArrayList;
import java.util.List;
import org.sporos.kernel.zoo.NamedKernel.Instance;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangePolicy;
import org.sporos.view.RecordView;
import org.sporos.view.View;

/** Kernels on views of records. */
final class RecordKernels {
    private RecordKernels() {}

    static List<NamedKernel> all() {
        return List.of(
                exact("nBodyRecordViews", RecordKernels::nBody),
                exact("recordOfAllTypes", RecordKernels::types),
                exact("recordKeptInOrder", RecordKernels::choice),
                exact("recordGrid", RecordKernels::grid),
                exact("recordSum", RecordKernels::sum));
    }

    private static List<View> components(RecordView<?>... views) {
        List<View> all = new ArrayList<>();
        for (RecordView<?> view : views) {
            all.addAll(view.components());
        }
        return all;
    }

    /** A vector of three. */
    record Point(double x, double y, double z) {
        Point plus(Point o, double s) {
            return new Point(x + s * o.x, y + s * o.y, z + s * o.z);
        }
    }

    /** A body, of which only a part is needed at a time. */
    record Star(Point at, Point speed, double mass) {}

    private static Instance nBody() {
        int n = 25;
        RecordView<Star> stars = Data.records("stars", Star.class, n);
        RecordView<Star> next = Data.recordZeros("next", Star.class, n);
        RangeBody body = i -> {
            Star star = stars.get(i);
            Point force = new Point(0, 0, 0);
            for (int j = 0; j < n; j++) {
                if (j != i) {
                    Point d = stars.get(j).at().plus(star.at(), -1);
                    double r2 = d.x() * d.x() + d.y() * d.y() + d.z() * d.z() + 1e-3;
                    force = force.plus(d, stars.get(j).mass() / (r2 * Math.sqrt(r2)));
                }
            }
            Point speed = star.speed().plus(force, 0.01);
            next.set(i, new Star(star.at().plus(speed, 0.01), speed, star.mass()));
        };
        return new Instance(RangePolicy.of(n), body, components(stars, next));
    }

    /** Each type of components, written from values that do not fit. */
    record Everything(byte b, short s, int i, long l, float f, double d, boolean z) {}

    private static Instance types() {
        int n = 60;
        RecordView<Everything> p = Data.records("p", Everything.class, n);
        RecordView<Everything> q = Data.recordZeros("q", Everything.class, n);
        RangeBody body = i -> {
            Everything e = p.get(i);
            q.set(
                    n - 1 - i,
                    new Everything(
                            (byte) (e.b() * 3 + e.i()),
                            (short) (e.s() - e.l()),
                            e.i() + (e.z() ? 1 : 0),
                            e.l() ^ e.i(),
                            e.f() * e.b(),
                            e.d() / e.s(),
                            e.z() != e.d() > 0));
        };
        return new Instance(RangePolicy.of(n), body, components(p, q));
    }

    /** A record that keeps its bounds in order, whatever it is made of. */
    record Bounds(int low, int high) {
        Bounds {
            int smaller = Math.min(low, high);
            high = Math.max(low, high);
            low = smaller;
        }

        @Override
        public int high() {
            return high + 1;
        }
    }

    private static Instance choice() {
        int n = 64;
        RecordView<Bounds> p = Data.records("p", Bounds.class, n);
        RangeBody body = i -> {
            Bounds mine = p.get(i);
            Bounds best = mine;
            for (int k = 0; k < 5; k++) {
                Bounds other = k % 2 == 0 ? new Bounds(mine.low() - k, k) : mine;
                if (other.low() < best.low()) {
                    best = other;
                }
            }
            p.set(i, best);
        };
        return new Instance(RangePolicy.of(n), body, components(p));
    }

    private static Instance grid() {
        RecordView<Point> u = Data.records("u", Point.class, 12, 9);
        RecordView<Point> v = Data.recordZeros("v", Point.class, 12, 9);
        RangeBody2 body = (i, j) -> {
            Point left = u.get(i, Math.max(j - 1, 0));
            v.set(i, j, left.plus(u.get(Math.min(i + 1, (int) u.extent(0) - 1), j), 0.5));
        };
        return new Instance(MDRangePolicy.of(12, 9), body, components(u, v));
    }

    private static Instance sum() {
        RecordView<Star> stars = Data.records("stars", Star.class, 3000);
        DoubleContribution.Range body =
                i -> stars.get(i).mass() * stars.get(i).speed().x();
        return new Instance(RangePolicy.of(3000), body, components(stars));
    }
}
