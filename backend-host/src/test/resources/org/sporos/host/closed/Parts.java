package closed.app;

import org.sporos.policy.RangeBody;
import org.sporos.view.DoubleView;

/** What the kernels of the program capture; nothing here is public, and only the functors are serializable. */
class Parts {
    private final double base;

    Parts(double base) {
        this.base = base;
    }

    double base() {
        return base;
    }

    static final class Grid {
        private final double spacing;
        private final long scale;
        private final boolean doubled;
        private final Weight weight = new Weight();

        Grid(double spacing, long scale, boolean doubled) {
            this.spacing = spacing;
            this.scale = scale;
            this.doubled = doubled;
        }

        double at(int i) {
            double x = spacing * i * scale + weight.w;
            return doubled ? 2 * x : x;
        }
    }

    private static final class Weight {
        private final float w = 0.125f;
    }

    static final class Scale implements RangeBody {
        private final DoubleView x;
        private final double factor;

        Scale(DoubleView x, double factor) {
            this.x = x;
            this.factor = factor;
        }

        @Override
        public void at(int i) {
            x.set(i, factor * i);
        }
    }

    record Line(double slope, double offset, DoubleView x) implements RangeBody {
        @Override
        public void at(int i) {
            x.set(i, slope * i + offset);
        }
    }

    record Point(double x, short y, char z) {}

    interface Function {
        double of(double x);
    }

    enum Constant {
        AVOGADRO(6.02);

        private final double value;

        Constant(double value) {
            this.value = value;
        }

        double value() {
            return value;
        }
    }
}
