package closed.app;

import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.param.DoubleParam;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.RecordView;

/** A program of a module that opens nothing. */
final class Main extends Parts {
    private static final double QUARTER = Double.parseDouble("0.25");

    private final ExecutionSpace space;
    private final DoubleView x;
    private final DoubleView total;
    private final DoubleParam step = DoubleParam.of("step", 0.5);
    private final Grid grid = new Grid(0.5, 5, true);
    private final int shift = 3 + (int) QUARTER;
    private final float half = 0.5f;
    private final Function square = new Function() {
        @Override
        public double of(double x) {
            return x * x;
        }
    };

    private Main(ExecutionSpace space) {
        super(1.5);
        this.space = space;
        this.x = DoubleView.of("x", space, 4);
        this.total = DoubleView.of("total", space);
    }

    public static void main(String[] arguments) {
        Module library = DoubleView.class.getModule();
        System.out.println("open " + Main.class.getModule().isOpen("closed.app", library));
        try (ExecutionSpace space = ExecutionSpaces.open("host")) {
            new Main(space).run();
        }
    }

    private void run() {
        run("this", i -> x.set(i, grid.at(i) + shift + half));
        run("superclass", i -> x.set(i, base() + i));
        run("functor", new Scale(x, 0.1));
        run("record", new Line(2, 7, x));
        Point point = new Point(8, (short) 1, (char) 1);
        run("captured record", i -> x.set(i, point.x() + point.y() + point.z() + half * i));
        double two = 2 * half + 1;
        run("anonymous", new RangeBody() {
            @Override
            public void at(int i) {
                x.set(i, two + i);
            }
        });
        run("interface", i -> x.set(i, square.of(i)));
        Constant constant = Constant.AVOGADRO;
        run("enum", i -> x.set(i, constant.value() + i));
        run("static", i -> x.set(i, QUARTER + i));
        run("method reference", this::body);
        DoubleView local = x;
        RangeBody inner = i -> local.set(i, grid.at(0) * 20 + i);
        run("local lambda", i -> inner.at(i));
        paramAndReduction();
        recordView();
    }

    /** Outside of kernels too, records of a closed package are made and taken apart. */
    private void recordView() {
        RecordView<Pair> pairs = RecordView.copyOf("pairs", space, Pair.class, new Pair(1, 2), new Pair(3, 4));
        Graph graph = Graph.define("records", root -> root.thenParallelFor(
                "a", RangePolicy.of(2), i -> pairs.set(i, new Pair(pairs.get(i).second(), i))));
        try (ExecutableGraph exec = graph.instantiate(space)) {
            exec.submit();
            space.fence();
        }
        System.out.println("record view " + Arrays.toString(pairs.toArray()));
    }

    private record Pair(double first, int second) {}

    private void body(int i) {
        x.set(i, 5 * i - 1);
    }

    private void paramAndReduction() {
        Graph graph = Graph.define("params", root -> root.thenParallelFor(
                "a", RangePolicy.of(4), i -> x.set(i, step.get() + i)));
        try (ExecutableGraph exec = graph.instantiate(space)) {
            exec.submit();
            print("param");
            step.set(0.75);
            exec.submit();
            print("param again");
        }
        Graph sum = Graph.define("sum", root -> root.thenParallelReduce(
                "sum", RangePolicy.of(4), Sum.into(total, i -> x.get(i) + base())));
        try (ExecutableGraph exec = sum.instantiate(space)) {
            exec.submit();
            space.fence();
            System.out.println("reduction " + total.get());
        }
    }

    private void run(String label, RangeBody body) {
        Graph graph = Graph.define(label, root -> root.thenParallelFor("a", RangePolicy.of(4), body));
        try (ExecutableGraph exec = graph.instantiate(space)) {
            exec.submit();
            print(label);
        }
    }

    private void print(String label) {
        space.fence();
        double[] values = new double[4];
        for (int i = 0; i < values.length; i++) {
            values[i] = x.get(i);
        }
        System.out.println(label + " " + Arrays.toString(values));
    }
}
