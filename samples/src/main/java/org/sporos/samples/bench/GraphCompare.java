package org.sporos.samples.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.SingleBody;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/**
 * Runs the same task graphs on the host backend and in C++ with oneTBB and OpenMP, in turns over many rounds, and
 * prints tables of medians and of median ratios per round.
 *
 * <p>Options: {@code --cpp=PROGRAM} (the built {@code tasks.cpp}), {@code --rounds=N}, {@code --millis=N} (of each
 * measurement), {@code --nodes=N} (nanoseconds, only nodes of this work), {@code --spinning=N} (only beside this number
 * of processes), and the names of sections: graphs, pinned, busy, work, sizes; by default all.
 */
@SuppressWarnings("NullAway") // Each map has each name.
public final class GraphCompare {
    private static final List<String> SECTIONS = List.of("graphs", "pinned", "busy", "work", "sizes");
    private static final List<String> SIDE = List.of(GraphCompare.class.getName(), "--side");
    private static final double SHORT = 20_000;
    private static final int[] WORK = {0, 200, 1_000, 5_000};
    private static final int[] BUSY_WORK = {200, 1_000};
    private static final int[] SPINNING = {1, 2, 8};

    private final String cpp;
    private final int rounds;
    private final double millis;
    private final int[] work;
    private final int[] spinning;
    private final int threads = Runtime.getRuntime().availableProcessors();

    private GraphCompare(Options options) {
        cpp = options.text("cpp", "");
        rounds = options.number("rounds", 7);
        millis = options.number("millis", 40);
        int nanos = options.number("nodes", -1);
        int spinners = options.number("spinning", -1);
        work = nanos < 0 ? WORK : new int[] {nanos};
        spinning = spinners < 0 ? SPINNING : new int[] {spinners};
        if (cpp.isEmpty()) {
            throw new IllegalArgumentException("no --cpp=PROGRAM: samples/src/bench/openmp/compare builds it");
        }
    }

    /** Prints the tables. */
    public static void main(String... args) throws IOException {
        Options options = new Options(args);
        if (options.has("side")) {
            SporosSide.serve();
            return;
        }
        GraphCompare all = new GraphCompare(options);
        List<String> sections = options.words();
        for (String section : sections.isEmpty() ? SECTIONS : sections) {
            switch (section) {
                case "graphs" -> all.graphs();
                case "pinned" -> all.pinned();
                case "busy" -> all.busy();
                case "work" -> all.work();
                case "sizes" -> all.sizes();
                default -> throw new IllegalArgumentException("no section " + section + ", but " + SECTIONS);
            }
        }
    }

    /** Graphs of all shapes with nodes of all sizes: medians, beside the best variant of each library. */
    private void graphs() throws IOException {
        title("Submit and fence, median", "ns; of oneTBB and OpenMP the best of their ways, which is named");
        try (Race race = new Race(cpp, SIDE, false, 0)) {
            if (threads > 1) {
                System.out.printf(
                        "A word takes %s ns from one thread to another and back.%n%n",
                        number(race.roundTrip(5 * millis)));
            }
            head(
                    "graph",
                    "node",
                    "Sporos",
                    "serial C++",
                    "oneTBB",
                    "OpenMP",
                    "Sporos / oneTBB",
                    "ideal",
                    "Sporos / ideal");
            for (int work : this.work) {
                for (Dag dag : Dag.all()) {
                    Map<String, List<Sample>> all = race.run(dag, work, rounds, millis, SHORT);
                    double sporos = median(all.get(Race.SPOROS), Sample::median);
                    double ideal = median(all.get(Race.SERIAL), Sample::median) / dag.size() * dag.ideal(threads);
                    row(
                            dag.name(),
                            time(work),
                            number(sporos),
                            number(median(all.get(Race.SERIAL), Sample::median)),
                            best(all, Race.TBB),
                            best(all, Race.OTHERS),
                            ratio(all, bestOf(all, Race.TBB)),
                            work == 0 ? "" : number(ideal),
                            work == 0 ? "" : String.format(Locale.ROOT, "%.3f", sporos / ideal));
                }
            }
        }
    }

    /** All implementations on one core. */
    private void pinned() throws IOException {
        title("On one core", "ns of single submits and fences: median, 99 % below");
        loaded(true, 0);
    }

    /** Beside processes that spin. */
    private void busy() throws IOException {
        for (int spinners : spinning) {
            title("Beside " + spinners + " spinning", "ns of single submits and fences: median, 99 % below");
            loaded(false, spinners);
        }
    }

    private void loaded(boolean pinned, int spinners) throws IOException {
        head("graph", "node", "Sporos", "p99", "serial C++", "p99", "oneTBB", "p99", "Sporos / better of them");
        try (Race race = new Race(cpp, SIDE, pinned, spinners)) {
            for (int work : this.work == WORK ? BUSY_WORK : this.work) {
                for (Dag dag : Dag.all()) {
                    Map<String, List<Sample>> all = race.run(dag, work, rounds, 5 * millis, 0);
                    String tbb = bestOf(all, Race.TBB);
                    double sporos = median(all.get(Race.SPOROS), Sample::median);
                    double serial = median(all.get(Race.SERIAL), Sample::median);
                    double other = tbb.isEmpty() ? serial : median(all.get(tbb), Sample::median);
                    row(
                            dag.name(),
                            time(work),
                            number(sporos),
                            number(median(all.get(Race.SPOROS), Sample::p99)),
                            number(serial),
                            number(median(all.get(Race.SERIAL), Sample::p99)),
                            best(all, Race.TBB),
                            tbb.isEmpty() ? "" : number(median(all.get(tbb), Sample::p99)),
                            String.format(Locale.ROOT, "%.2f", sporos / Math.min(serial, other)));
                }
            }
        }
    }

    /** The overhead of a node beyond its share of the work, for nodes of many sizes. */
    private void work() throws IOException {
        title("Cost of a node beyond its ideal share", "ns a node, of layered-10x100");
        head("node", "Sporos", "oneTBB", "OpenMP", "Sporos / ideal", "oneTBB / ideal");
        Dag dag = Dag.layered(10, 100);
        try (Race race = new Race(cpp, SIDE, false, 0)) {
            for (int work : new int[] {0, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 20_000, 100_000}) {
                Map<String, List<Sample>> all = race.run(dag, work, rounds, millis, SHORT);
                double ideal = median(all.get(Race.SERIAL), Sample::median) / dag.size() * dag.ideal(threads);
                double sporos = median(all.get(Race.SPOROS), Sample::median);
                String tbbName = bestOf(all, Race.TBB);
                double tbb = tbbName.isEmpty() ? Double.NaN : median(all.get(tbbName), Sample::median);
                double omp = median(all.get(bestOf(all, Race.OTHERS)), Sample::median);
                row(
                        time(work),
                        fine((sporos - ideal) / dag.size()),
                        fine((tbb - ideal) / dag.size()),
                        fine((omp - ideal) / dag.size()),
                        String.format(Locale.ROOT, "%.3f", sporos / ideal),
                        String.format(Locale.ROOT, "%.3f", tbb / ideal));
            }
        }
    }

    /** One loop over increasing numbers of elements. */
    private void sizes() throws IOException {
        title("One loop y = a x + y over doubles", "ns an element");
        head("elements", "Sporos", "serial C++", "OpenMP", "Sporos / OpenMP");
        try (Race race = new Race(cpp, SIDE, false, 0)) {
            for (int size = 100; size <= 100_000_000; size *= 10) {
                Map<String, List<Sample>> all = race.axpy(size, Math.min(rounds, 5), millis);
                row(
                        Integer.toString(size),
                        each(all.get(Race.SPOROS), size),
                        each(all.get(Race.SERIAL), size),
                        each(all.get("omp"), size),
                        ratio(all, "omp"));
            }
        }
    }

    private static String each(List<Sample> samples, int size) {
        return String.format(Locale.ROOT, "%.3f", median(samples, Sample::median) / size);
    }

    private static String best(Map<String, List<Sample>> all, List<String> ways) {
        String way = bestOf(all, ways);
        return way.isEmpty() ? "" : number(median(all.get(way), Sample::median)) + " " + way.replaceAll("^[a-z]+-", "");
    }

    private static String bestOf(Map<String, List<Sample>> all, List<String> ways) {
        String best = "";
        for (String way : ways) {
            if (all.containsKey(way)
                    && (best.isEmpty()
                            || median(all.get(way), Sample::median) < median(all.get(best), Sample::median))) {
                best = way;
            }
        }
        return best;
    }

    /** Returns the median of the ratios per round: disturbances of a round affect both sides. */
    private static String ratio(Map<String, List<Sample>> all, String other) {
        if (other.isEmpty()) {
            return "";
        }
        List<Sample> ours = all.get(Race.SPOROS);
        List<Sample> theirs = all.get(other);
        double[] ratios = new double[ours.size()];
        Arrays.setAll(ratios, r -> ours.get(r).median() / theirs.get(r).median());
        return String.format(Locale.ROOT, "%.3f", Clock.median(ratios));
    }

    private static double median(List<Sample> samples, ToDoubleFunction<Sample> of) {
        return Clock.median(samples.stream().mapToDouble(of).toArray());
    }

    private static String time(int nanos) {
        return nanos < 1_000 ? nanos + " ns" : nanos / 1_000 + " us";
    }

    private static String number(double nanos) {
        return String.format(Locale.ROOT, "%,.0f", nanos);
    }

    private static String fine(double nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos);
    }

    private void title(String title, String unit) {
        System.out.printf("## %s%n%n%s; %d threads, Java %s%n%n", title, unit, threads, Runtime.version());
    }

    private static void head(String... columns) {
        Table.head("| " + String.join(" | ", columns) + " |");
    }

    private static void row(String... cells) {
        System.out.println("| " + String.join(" | ", cells) + " |");
        System.out.flush();
    }

    /** The Java side, a process of its own like the C++ side, with the same commands, see {@code tasks.cpp}. */
    private static final class SporosSide {
        private static final int STRIDE = 8;
        /**
         * Lambdas of several classes, like the nodes of a program: a monomorphic call site would be optimized better.
         */
        private static final List<SingleBody> EMPTY = List.of(() -> {}, () -> {}, () -> {}, () -> {}, () -> {});

        private final ExecutionSpace space = ExecutionSpaces.open("host");
        private final Map<String, Dag> dags = new HashMap<>();
        private final Map<String, ExecutableGraph> made = new HashMap<>();
        private final Map<String, DoubleView> values = new HashMap<>();
        private ExecutableGraph chosen;
        private ExecutableGraph loop;
        private List<DoubleView> loopViews = List.of();
        private int loopSize;

        private SporosSide() {}

        /** Serves commands until the end of input. */
        static void serve() throws IOException {
            SporosSide side = new SporosSide();
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println(side.obey(line.trim().split(" ")));
                System.out.flush();
            }
        }

        private String obey(String[] words) {
            return switch (words[0]) {
                case "graph" -> {
                    dags.put(words[1], Dag.read(words));
                    yield "ok";
                }
                case "use" -> use(words[1], Integer.parseInt(words[3]));
                case "measure" -> measure(chosen, Double.parseDouble(words[1]), Double.parseDouble(words[2]));
                case "axpy" -> axpy(Integer.parseInt(words[2]), Double.parseDouble(words[3]));
                default -> "no";
            };
        }

        private String use(String name, int iterations) {
            chosen = made.computeIfAbsent(name + ' ' + iterations, key -> instantiate(dags.get(name), iterations));
            return "ok";
        }

        private String measure(ExecutableGraph graph, double millis, double least) {
            return Sample.measure(Clock.submitted(space, graph), millis, least);
        }

        private ExecutableGraph instantiate(Dag dag, int iterations) {
            DoubleView view =
                    values.computeIfAbsent(dag.name(), name -> DoubleView.of(name, space, (long) STRIDE * dag.size()));
            return Graph.define(dag.name(), root -> dag.define(root, (after, n) -> add(after, view, n, iterations)))
                    .instantiate(space);
        }

        private static NodeRef add(NodeRef at, DoubleView view, int node, int iterations) {
            if (iterations == 0) {
                return at.then("empty", EMPTY.get(node % EMPTY.size()));
            }
            int place = STRIDE * node;
            return at.then("work", () -> view.set(place, burn(view.get(place), iterations)));
        }

        private static double burn(double from, int iterations) {
            double x = from;
            for (int i = 0; i < iterations; i++) {
                x = x * 0.999 + 0.5;
            }
            return x;
        }

        /** The loop over a number of elements is cached until another number is requested. */
        private String axpy(int size, double millis) {
            if (size != loopSize) {
                if (loop != null) {
                    loop.close();
                    loopViews.forEach(DoubleView::close);
                }
                DoubleView x = DoubleView.of("x", space, size);
                DoubleView y = DoubleView.of("y", space, size);
                loop = Graph.define(
                                "axpy",
                                root -> root.thenParallelFor(
                                        "axpy", RangePolicy.of(size), i -> y.set(i, 0.5 * x.get(i) + y.get(i))))
                        .instantiate(space);
                loopViews = List.of(x, y);
                loopSize = size;
            }
            return measure(loop, millis, 20_000);
        }
    }
}
