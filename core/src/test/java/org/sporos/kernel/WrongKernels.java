package org.sporos.kernel;

import static org.sporos.reduce.Reducers.BitAnd;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.sporos.param.DoubleParam;
import org.sporos.policy.KernelBody;
import org.sporos.policy.RangeBody;
import org.sporos.policy.ReductionOp;
import org.sporos.policy.ReductionOperator;
import org.sporos.policy.TeamBody;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;

/** Kernels that must be refused, by name. The golden texts name lines of this file: add new ones at the end. */
final class WrongKernels {
    private static final ReductionOperator LOCATION = () -> ReductionOp.MIN_LOC;

    private final DoubleView x = DoubleView.of("x", MemorySpace.host(), 10);
    private final DoubleView m = DoubleView.of("m", MemorySpace.host(), 10, 10);
    private final Map<String, KernelBody> all = new LinkedHashMap<>();

    private static final System.Logger LOG = System.getLogger("kernels");
    private double notFinal = 1;
    private static int notFinalStatic = 1;

    private WrongKernels() {}

    static Map<String, KernelBody> all() {
        WrongKernels kernels = new WrongKernels();
        kernels.objects();
        kernels.calls();
        kernels.captures();
        kernels.arrays();
        kernels.views();
        kernels.teams();
        kernels.several();
        kernels.later();
        kernels.nulls();
        return kernels.all;
    }

    private void add(String name, RangeBody body) {
        all.put(name, body);
    }

    private static final class Box {
        double value;
    }

    private record Point(double x, double y) {}

    private void objects() {
        add("newObject", i -> {
            Box box = new Box();
            box.value = i;
            x.set(i, box.value);
        });
        add("throwing", i -> {
            if (i > 3) {
                throw new IllegalArgumentException("too large");
            }
            x.set(i, i);
        });
        add("throwingText", i -> {
            if (i > 3) {
                throw new IllegalArgumentException(
                        "index " + i + (i > 5 ? String.format(" of %d", i) : " is " + new StringBuilder().append(i)));
            }
            x.set(i, i);
        });
        add("catching", i -> {
            try {
                x.set(i, 1.0 / i);
            } catch (ArithmeticException e) {
                x.set(i, 0);
            }
        });
        String text = "abc";
        add("stringSwitch", i -> {
            switch (text) {
                case "abc" -> x.set(i, 1);
                case "def" -> x.set(i, 2);
                default -> x.set(i, 3);
            }
        });
        add("stringLength", i -> x.set(i, text.length()));
        add("stringConcat", i -> {
            String s = "i = " + i;
            x.set(i, s.length());
        });
        add("synchronizedBlock", i -> {
            synchronized (this) {
                x.set(i, 1);
            }
        });
        add("boxing", i -> {
            Double d = x.get(i);
            x.set(i, d);
        });
        add("recordEquals", i -> x.set(i, new Point(i, 1).equals(new Point(1, i)) ? 1 : 0));
        add("recordReference", i -> x.set(i, new Point(i, 0) == new Point(0, i) ? 1 : 0));
        add("list", i -> {
            List<Integer> list = new ArrayList<>();
            x.set(i, list.size());
        });
    }

    private static double factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }

    private static double outer(int i) {
        return inner(i) + 1;
    }

    private static double inner(int i) {
        return Math.random() * i;
    }

    private static native double nativeCall(int i);

    private interface Step extends DoubleUnaryOperator, Serializable {}

    private void calls() {
        add("recursion", i -> x.set(i, factorial(i)));
        add("chain", i -> x.set(i, outer(i)));
        Step composed = v -> v;
        for (int k = 0; k < 150; k++) {
            Step before = composed;
            composed = v -> before.applyAsDouble(v) + 1;
        }
        Step deep = composed;
        add("deep", i -> x.set(i, deep.applyAsDouble(i)));
        add("println", i -> System.out.println(i));
        add("format", i -> x.set(i, String.format("%d %d", i, 2).length()));
        add("nativeMethod", i -> x.set(i, nativeCall(i)));
        add("checkIndex", i -> x.set(i, java.util.Objects.checkIndex(i, 2)));
        double[] numbers = {1, 2};
        add("arrays", i -> x.set(i, java.util.Arrays.hashCode(numbers)));
        add("logger", i -> LOG.log(System.Logger.Level.INFO, "here"));
        add("nanoTime", i -> x.set(i, System.nanoTime()));
        Random random = new Random(1);
        add("random", i -> x.set(i, random.nextDouble()));
        add("remainder", i -> x.set(i, StrictMath.IEEEremainder(i, 3)));
        add("threadSleep", i -> Thread.onSpinWait());
        add("hashCode", i -> x.set(i, x.hashCode()));
    }

    private interface Shape {
        double area();
    }

    private record Square(double side) implements Shape {
        @Override
        public double area() {
            return side * side;
        }
    }

    private record Circle(double radius) implements Shape {
        @Override
        public double area() {
            return 3 * radius * radius;
        }
    }

    private static final class Counter implements Serializable {
        int count;
    }

    private void captures() {
        add("mutableField", i -> x.set(i, notFinal));
        add("mutableStatic", i -> x.set(i, notFinalStatic));
        add("writesField", i -> notFinal = i);
        add("writesStatic", i -> notFinalStatic = i);
        double[] weights = {1, 2};
        add("writesJavaArray", i -> weights[0] = i);
        add("fillsJavaArray", i -> Arrays.fill(weights, i));
        add("copiesToJavaArray", i -> System.arraycopy(new double[2], 0, weights, 0, 2));
        int[][] rows = {{1, 2}, {3, 4}};
        add("writesRow", i -> rows[i][0] = i);
        double[] large = new double[2049];
        add("largeArray", i -> x.set(i, large[i]));
        int[][] largeRows = new int[65][64];
        add("largeRows", i -> x.set(i, largeRows[i][0]));
        int[][] ragged = {{1}, {3, 4}};
        add("raggedRows", i -> x.set(i, ragged[i][0]));
        DoubleUnaryOperator plain = v -> v + 1;
        add("plainLambda", i -> x.set(i, plain.applyAsDouble(i)));
        DoubleView none = null;
        add("nullView", i -> none.set(i, 1));
        Shape square = new Square(1);
        Shape circle = new Circle(2);
        add("eitherObject", i -> {
            Shape shape = i > 3 ? square : circle;
            x.set(i, shape.area());
        });
        Counter counter = new Counter();
        add("counter", i -> counter.count++);
        add("swappedViews", i -> {
            DoubleView a = x;
            DoubleView b = m;
            for (int k = 0; k < 3; k++) {
                DoubleView t = a;
                a = b;
                b = t;
            }
            a.set(i, 1);
        });
        List<Double> numbers = List.of(1.0);
        add("capturedList", i -> x.set(i, numbers.get(0)));
        Object object = "text";
        add("pattern", i -> {
            if (object instanceof String s && !s.isEmpty()) {
                x.set(i, s.length());
            }
        });
    }

    private void arrays() {
        add("variableLength", i -> {
            double[] work = new double[i];
            x.set(i, work.length);
        });
        add("arrayOfArrays", i -> {
            double[][] work = {{1, 2}, {3}};
            x.set(i, work[0][0]);
        });
        add("cube", i -> x.set(i, new double[2][2][2].length));
        add("variableRows", i -> x.set(i, new double[i][3].length));
        add("hugeRows", i -> x.set(i, new double[100][100].length));
        add("replacedRow", i -> {
            double[][] work = new double[2][3];
            work[1] = work[0];
            x.set(i, work[1][0]);
        });
        add("clonedRows", i -> x.set(i, new double[2][3].clone().length));
        add("copiedTypes", i -> {
            double[] to = new double[2];
            System.arraycopy(new float[2], 0, to, 0, 2);
            x.set(i, to[0]);
        });
        double[] outer = new double[3000];
        add("copiesCaptured", i -> System.arraycopy(outer, 0, new double[2], 0, 2));
        add("arrayOfRecords", i -> {
            Point[] points = new Point[3];
            x.set(i, points.length);
        });
        add("hugeArray", i -> {
            double[] work = new double[100_000];
            x.set(i, work[i]);
        });
        DoubleView[] views = {x, m};
        add("viewByIndex", i -> views[i % 2].set(i, 1));
        add("viewOutside", i -> views[2].set(i, 1));
        add("viewsInLoop", i -> {
            for (int k = 0; k < i; k++) {
                views[k].set(i, 1);
            }
        });
        add("viewsInLoopOutside", i -> {
            for (int k = 0; k <= views.length; k++) {
                views[k].extent(0);
            }
        });
        add("arrayChoice", i -> {
            double[] a = {1};
            double[] b = {2};
            double[] c = i > 2 ? a : b;
            x.set(i, c[0]);
        });
        add("swappedArrays", i -> {
            double[] a = new double[4];
            double[] b = new double[4];
            for (int k = 0; k < 3; k++) {
                b[k] = a[k] + 1;
                double[] t = a;
                a = b;
                b = t;
            }
            x.set(i, a[0]);
        });
    }

    private void views() {
        add("wrongRank", i -> x.set(i, 1, 2.0));
        add("wrongRankGet", i -> x.set(i, m.get(i)));
        add("extentOfWhat", i -> x.set(i, x.extent(i)));
        add("extentOutside", i -> x.set(i, x.extent(3)));
        add("subviewInside", i -> m.subview(Slice.at(i), Slice.all()).set(i, 1));
        add("mirrorInside", i -> x.set(i, x.mirror().get(0)));
        add("makesView", i -> DoubleView.of("y", MemorySpace.host(), 3));
        DoubleParam dt = DoubleParam.of("dt", 1);
        add("setsParam", i -> dt.set(i));
        add("labelOfView", i -> x.set(i, x.label().length()));
    }

    private void teams() {
        all.put("barrierInRange", (TeamBody) team -> team.parallelFor(10, k -> team.barrier()));
        all.put("nestedRange", (TeamBody) team -> team.parallelFor(10, k -> team.parallelFor(5, l -> x.set(l, k))));
        all.put("nestedWrite", (TeamBody) team -> {
            double[] sum = new double[1];
            team.parallelFor(10, k -> sum[0] += x.get(k));
            x.set(0, sum[0]);
        });
        all.put("teamLocation", (TeamBody) team -> x.set(0, team.parallelReduceDouble(LOCATION, 10, k -> x.get(k))));
        all.put("teamBits", (TeamBody) team -> x.set(0, team.parallelReduceDouble(BitAnd, 10, k -> x.get(k))));
    }

    private void several() {
        add("several", i -> {
            String s = "a" + i;
            double[] work = new double[i];
            x.set(i, work[0] + notFinal + outer(i));
            if (s.isEmpty()) {
                throw new IllegalStateException();
            }
        });
    }

    private record Magnitude(double value) {
        Magnitude(double value) {
            if (value < 0) {
                this.value = -value;
            } else {
                this.value = value;
            }
        }
    }

    private static double twice(double v) {
        return v + v;
    }

    private static double eight(double v) {
        return twice(twice(twice(twice(twice(twice(twice(twice(v))))))));
    }

    private static double many(double v) {
        return eight(eight(eight(eight(eight(eight(eight(eight(v))))))));
    }

    private static double tooMany(double v) {
        return many(many(many(many(many(many(many(many(many(many(v))))))))));
    }

    private static double farTooMany(double v) {
        return tooMany(tooMany(tooMany(tooMany(tooMany(tooMany(tooMany(tooMany(v))))))));
    }

    private void later() {
        add("recordBranches", i -> x.set(i, new Magnitude(i - 5).value()));
        add("tooLarge", i -> x.set(i, farTooMany(farTooMany(farTooMany(i)))));
        Shape proxy = (Shape) java.lang.reflect.Proxy.newProxyInstance(
                WrongKernels.class.getClassLoader(), new Class<?>[] {Shape.class}, (self, method, arguments) -> 1.0);
        add("proxy", i -> x.set(i, proxy.area()));
        records();
    }

    private record Checked(double value) {
        Checked {
            if (value < 0) {
                throw new IllegalArgumentException("negative");
            }
        }
    }

    private void records() {
        org.sporos.view.RecordView<Point> p = org.sporos.view.RecordView.of("p", MemorySpace.host(), Point.class, 10);
        org.sporos.view.RecordView<Checked> c =
                org.sporos.view.RecordView.of("c", MemorySpace.host(), Checked.class, 10);
        add("recordRank", i -> p.set(i, i, p.get()));
        add("recordComponent", i -> x.set(i, p.component("z", DoubleView.class).get(i)));
        add("recordComponentByName", i -> {
            String name = i > 3 ? "x" : "y";
            x.set(i, p.component(name, DoubleView.class).get(i));
        });
        add("recordMirror", i -> p.mirror().set(i, p.get(i)));
        add("recordNull", i -> p.set(i, null));
        add("recordThrows", i -> x.set(i, c.get(i).value()));
        teamScans();
    }

    private void teamScans() {
        all.put("scanInRange", (TeamBody) team ->
                team.parallelFor(10, k -> team.exclusiveScanInt(k, l -> l, (l, sum) -> x.set(l, sum))));
        all.put("barrierInScan", (TeamBody) team -> team.inclusiveScanDouble(10, k -> x.get(k), (k, sum) -> {
            team.barrier();
            x.set(k, sum);
        }));
        all.put("lanesInLanes", (TeamBody) team -> team.vectorFor(10, k -> team.vectorFor(k, l -> x.set(l, k))));
        all.put("lanesInScan", (TeamBody) team ->
                team.exclusiveScanInt(10, k -> k, (k, sum) -> team.vectorFor(k, l -> x.set(l, sum))));
        add("negativeLength", i -> {
            double[] none = new double[-1];
            x.set(i, none.length);
        });
    }

    private void nulls() {
        double[] none = null;
        double[][] rows = {{1, 2}, null};
        DoubleView[] noViews = null;
        add("nullArray", i -> x.set(i, none[0]));
        add("nullArrayAnywhere", i -> x.set(i, i > 3 ? 0 : none[i]));
        add("nullArrayLength", i -> x.set(i, none.length));
        add("nullArrayEach", i -> {
            double sum = 0;
            for (double element : none) {
                sum += element;
            }
            x.set(i, sum);
        });
        add("nullArrayStore", i -> none[i] = 1);
        add("nullRow", i -> x.set(i, rows[1][0]));
        add("nullViews", i -> noViews[0].set(i, 1));
        add("nullLocal", i -> {
            int[] local = null;
            x.set(i, local[0]);
        });
    }
}
