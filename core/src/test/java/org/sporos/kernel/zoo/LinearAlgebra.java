package org.sporos.kernel.zoo;

import static org.sporos.kernel.zoo.NamedKernel.exact;

import java.util.List;
import org.sporos.kernel.zoo.NamedKernel.Instance;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;

/** Kernels of vectors and matrices. */
final class LinearAlgebra {
    private LinearAlgebra() {}

    static List<NamedKernel> all() {
        return List.of(
                exact("saxpy", LinearAlgebra::saxpy),
                exact("daxpy", LinearAlgebra::daxpy),
                exact("vectorAdd", LinearAlgebra::vectorAdd),
                exact("triad", LinearAlgebra::triad),
                exact("dot", LinearAlgebra::dot),
                exact("gemv", LinearAlgebra::gemv),
                exact("sgemm", LinearAlgebra::sgemm),
                exact("dgemm", LinearAlgebra::dgemm),
                exact("transpose", LinearAlgebra::transpose),
                exact("spmv", LinearAlgebra::spmv),
                exact("hilbert", LinearAlgebra::hilbert),
                exact("givens", LinearAlgebra::givens));
    }

    private static Instance saxpy() {
        float a = 2.5f;
        FloatView x = Data.floats("x", 300);
        FloatView y = Data.floats("y", 300);
        RangeBody body = i -> y.set(i, a * x.get(i) + y.get(i));
        return new Instance(RangePolicy.of(300), body, List.of(x, y));
    }

    private static Instance daxpy() {
        double a = -0.75;
        DoubleView x = Data.doubles("x", 300);
        DoubleView y = Data.doubles("y", 300);
        RangeBody body = i -> y.set(i, Math.fma(a, x.get(i), y.get(i)));
        return new Instance(RangePolicy.of(10, 290), body, List.of(x, y));
    }

    private static Instance vectorAdd() {
        IntView a = Data.ints("a", 0, 200);
        IntView b = Data.ints("b", 0, 200);
        IntView c = Data.intZeros("c", 200);
        RangeBody body = i -> c.set(i, a.get(i) + b.get(i));
        return new Instance(RangePolicy.of(200), body, List.of(a, b, c));
    }

    private static Instance triad() {
        DoubleView a = Data.doubleZeros("a", 128);
        DoubleView b = Data.doubles("b", 128);
        DoubleView c = Data.doubles("c", 128);
        double s = 3;
        RangeBody body = i -> a.set(i, b.get(i) + s * c.get(i));
        return new Instance(RangePolicy.of(128), body, List.of(a, b, c));
    }

    private static Instance dot() {
        DoubleView x = Data.doubles("x", 200);
        DoubleView y = Data.doubles("y", 200);
        DoubleContribution.Range body = i -> x.get(i) * y.get(i);
        return new Instance(RangePolicy.of(200), body, List.of(x, y));
    }

    private static Instance gemv() {
        int n = 24;
        DoubleView a = Data.doubles("a", 20, n);
        DoubleView x = Data.doubles("x", n);
        DoubleView y = Data.doubles("y", 20);
        RangeBody body = i -> {
            double sum = 0;
            for (int j = 0; j < n; j++) {
                sum += a.get(i, j) * x.get(j);
            }
            y.set(i, sum);
        };
        return new Instance(RangePolicy.of(20), body, List.of(a, x, y));
    }

    private static Instance sgemm() {
        int n = 12;
        FloatView a = Data.floats("a", n, n);
        FloatView b = Data.floats("b", n, n);
        FloatView c = Data.floats("c", n, n);
        float alpha = 1.5f;
        float beta = -0.5f;
        RangeBody2 body = (i, j) -> {
            float sum = 0;
            for (int k = 0; k < n; k++) {
                sum += a.get(i, k) * b.get(k, j);
            }
            c.set(i, j, alpha * sum + beta * c.get(i, j));
        };
        return new Instance(MDRangePolicy.of(n, n), body, List.of(a, b, c));
    }

    private static Instance dgemm() {
        DoubleView a = Data.doubles("a", 9, 14);
        DoubleView b = Data.doubles("b", 14, 7);
        DoubleView c = Data.doubleZeros("c", 9, 7);
        RangeBody2 body = (i, j) -> {
            double sum = 0;
            int inner = (int) a.extent(1);
            for (int k = 0; k < inner; k++) {
                sum = Math.fma(a.get(i, k), b.get(k, j), sum);
            }
            c.set(i, j, sum);
        };
        return new Instance(MDRangePolicy.of(9, 7), body, List.of(a, b, c));
    }

    private static Instance transpose() {
        DoubleView a = Data.doubles("a", 13, 17);
        DoubleView b = Data.doubleZeros("b", 17, 13);
        RangeBody2 body = (i, j) -> b.set(j, i, a.get(i, j));
        return new Instance(MDRangePolicy.of(13, 17), body, List.of(a, b));
    }

    /** A matrix in compressed rows: row i has the entries {@code [rows(i), rows(i + 1))}. */
    private static Instance spmv() {
        int n = 40;
        int[] starts = new int[n + 1];
        for (int i = 0; i < n; i++) {
            starts[i + 1] = starts[i] + i % 5;
        }
        IntView rows = Data.ints("rows", starts);
        IntView columns = Data.ints("columns", n, starts[n]);
        DoubleView values = Data.doubles("values", starts[n]);
        DoubleView x = Data.doubles("x", n);
        DoubleView y = Data.doubleZeros("y", n);
        RangeBody body = row -> {
            double sum = 0;
            for (int k = rows.get(row); k < rows.get(row + 1); k++) {
                sum += values.get(k) * x.get(columns.get(k));
            }
            y.set(row, sum);
        };
        return new Instance(RangePolicy.of(n), body, List.of(rows, columns, values, x, y));
    }

    private static Instance hilbert() {
        DoubleView h = Data.doubleZeros("h", 15, 15);
        RangeBody2 body = (i, j) -> h.set(i, j, 1.0 / (i + j + 1));
        return new Instance(MDRangePolicy.of(15, 15), body, List.of(h));
    }

    /** One Givens rotation of two rows, with a guard for the zero. */
    private static Instance givens() {
        DoubleView m = Data.doubles("m", 2, 30);
        double p = 0.3;
        double q = -1.2;
        RangeBody body = j -> {
            double r = Math.sqrt(p * p + q * q);
            double c = r == 0 ? 1 : p / r;
            double s = r == 0 ? 0 : q / r;
            double upper = m.get(0, j);
            double lower = m.get(1, j);
            m.set(0, j, c * upper + s * lower);
            m.set(1, j, c * lower - s * upper);
        };
        return new Instance(RangePolicy.of(30), body, List.of(m));
    }
}
