package org.sporos.kernel.zoo;

import static org.sporos.kernel.zoo.Language.over;
import static org.sporos.kernel.zoo.NamedKernel.exact;

import java.io.Serializable;
import java.util.List;
import org.sporos.kernel.zoo.NamedKernel.Instance;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** Kernels of all kinds of bodies, and of all that a body can capture. */
final class Capturing {
    private Capturing() {}

    static List<NamedKernel> all() {
        return List.of(
                exact("capturedEnum", Capturing::capturedEnum),
                exact("capturedInterface", Capturing::capturedInterface),
                exact("composedLambdas", Capturing::composedLambdas),
                exact("viewArray", Capturing::viewArray),
                exact("loopsOverViews", Capturing::loopsOverViews),
                exact("functorClass", Capturing::functorClass),
                exact("recordBody", Capturing::recordBody),
                exact("anonymousClass", Capturing::anonymousClass),
                exact("boundReference", Capturing::boundReference),
                exact("staticReference", Capturing::staticReference),
                exact("capturedThis", Capturing::capturedThis),
                exact("boxedCapture", Capturing::boxedCapture));
    }

    private enum Scheme {
        UPWIND,
        CENTRAL
    }

    private static Instance capturedEnum() {
        DoubleView x = Data.doubles("x", 30);
        DoubleView y = Data.doubleZeros("y", 30);
        Scheme scheme = Scheme.CENTRAL;
        RangeBody body = i -> {
            double slope = 0;
            switch (scheme) {
                case UPWIND:
                    slope = x.get(i) - x.get(i - 1);
                    break;
                case CENTRAL:
                    slope = (x.get(i + 1) - x.get(i - 1)) / 2;
                    break;
            }
            y.set(i, scheme == Scheme.UPWIND ? -slope : slope);
        };
        return new Instance(RangePolicy.of(1, 29), body, List.of(x, y));
    }

    /** A material law; which one is known when the kernel is made. */
    private interface Law {
        double stress(double strain);

        default double energy(double strain) {
            return strain * stress(strain) / 2;
        }
    }

    private record Linear(double modulus) implements Law {
        @Override
        public double stress(double strain) {
            return modulus * strain;
        }
    }

    private static final class Bilinear implements Law {
        private final Law soft = new Linear(2);
        private final double yield;

        private Bilinear(double yield) {
            this.yield = yield;
        }

        @Override
        public double stress(double strain) {
            return strain < yield ? soft.stress(strain) : soft.stress(yield) + 0.1 * (strain - yield);
        }
    }

    private static Instance capturedInterface() {
        DoubleView x = Data.doubles("x", 30);
        DoubleView y = Data.doubleZeros("y", 30);
        Law law = new Bilinear(0.5);
        return over(30, List.of(x, y), i -> y.set(i, law.energy(x.get(i)) + law.stress(1)));
    }

    private interface Fn extends Serializable {
        double of(double x);

        default Fn then(Fn next) {
            return x -> next.of(of(x));
        }
    }

    private static Instance composedLambdas() {
        DoubleView x = Data.doubles("x", 30);
        double k = 1.25;
        Fn chain = ((Fn) v -> v * k).then(v -> v + 1).then(Math::abs).then(Capturing::cube);
        return over(30, List.of(x), i -> x.set(i, chain.of(x.get(i))));
    }

    private static double cube(double x) {
        return x * x * x;
    }

    private static Instance viewArray() {
        DoubleView[] u = {Data.doubles("u0", 30), Data.doubles("u1", 30)};
        DoubleView out = Data.doubleZeros("out", 30);
        return over(30, List.of(u[0], u[1], out), i -> out.set(i, u[0].get(i) - u[1].get(i) * u.length));
    }

    /** Loops over an array of views, nested, with other loops inside and with all ways to leave a pass. */
    private static Instance loopsOverViews() {
        DoubleView[] u = {Data.doubles("u0", 30), Data.doubles("u1", 30), Data.doubles("u2", 30)};
        DoubleView out = Data.doubleZeros("out", 30);
        RangeBody body = i -> {
            double sum = 0;
            for (DoubleView v : u) {
                if (v.get(i) < 0.25) {
                    continue;
                }
                for (int k = 0; k < i % 4; k++) {
                    sum += v.get((i + k) % 30) * k;
                }
            }
            for (int a = 0; a < 2; a++) {
                for (int b = a + 1; b < u.length; b++) {
                    sum = sum * 0.75 + u[a].get(i) * u[b].get(i);
                }
            }
            for (int k = 0; k < 3; k += 2) {
                if (u[k].get(i) > 0.75) {
                    sum += k;
                    break;
                }
                u[k].set(i, sum);
            }
            out.set(i, sum + firstAbove(u, i));
        };
        return over(30, List.of(u[0], u[1], u[2], out), body);
    }

    private static int firstAbove(DoubleView[] views, int i) {
        for (int k = 0; k < views.length; k++) {
            if (views[k].get(i) > 0.5) {
                return k;
            }
        }
        return -1;
    }

    private static final class Scale implements RangeBody {
        private final double factor;
        private final DoubleView x;

        Scale(double factor, DoubleView x) {
            this.factor = factor;
            this.x = x;
        }

        @Override
        public void at(int i) {
            x.set(i, scaled(x.get(i)));
        }

        private double scaled(double value) {
            return factor * value;
        }
    }

    private static Instance functorClass() {
        DoubleView x = Data.doubles("x", 30);
        return over(30, List.of(x), new Scale(3, x));
    }

    private record Shift(double by, DoubleView x) implements RangeBody {
        @Override
        public void at(int i) {
            x.set(i, by + x.get(i));
        }
    }

    private static Instance recordBody() {
        DoubleView x = Data.doubles("x", 30);
        return over(30, List.of(x), new Shift(0.5, x));
    }

    private static Instance anonymousClass() {
        DoubleView x = Data.doubles("x", 30);
        float f = 1.5f;
        RangeBody body = new RangeBody() {
            @Override
            public void at(int i) {
                x.set(i, x.get(i) * f + i);
            }
        };
        return over(30, List.of(x), body);
    }

    private static final class Model implements Serializable {
        private final DoubleView x;
        private final int stride = 2;
        private final float weight;

        Model(DoubleView x, float weight) {
            this.x = x;
            this.weight = weight;
        }

        void relax(int i) {
            x.set(i * stride, x.get(i * stride) * weight);
        }

        RangeBody body() {
            double local = 0.125;
            return i -> x.set(i * stride, local + weight * x.get(i));
        }
    }

    private static Instance boundReference() {
        DoubleView x = Data.doubles("x", 30);
        Model model = new Model(x, 0.75f);
        return over(15, List.of(x), model::relax);
    }

    private static final DoubleView SHARED = Data.doubles("shared", 30);
    private static final double BASE = Math.sqrt(2);

    private static double twice(int i) {
        return 2 * SHARED.get(i) + BASE;
    }

    private static Instance staticReference() {
        DoubleContribution.Range body = Capturing::twice;
        return new Instance(RangePolicy.of(30), body, List.of());
    }

    private static Instance capturedThis() {
        DoubleView x = Data.doubles("x", 30);
        return over(15, List.of(x), new Model(x, 0.5f).body());
    }

    private static Instance boxedCapture() {
        DoubleView x = Data.doubles("x", 30);
        Integer n = 3;
        Double d = 0.1;
        return over(30, List.of(x), i -> x.set(i, x.get(i) * n + d));
    }
}
