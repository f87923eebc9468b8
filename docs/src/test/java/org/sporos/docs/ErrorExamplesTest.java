package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.sporos.debug.Debug;
import org.sporos.graph.Graph;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.ReductionOperator;
import org.sporos.policy.TeamBody;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.RecordView;
import org.sporos.view.Slice;

/** The examples that the page of error codes gives of kernels are refused with the code that they stand at. */
@SuppressWarnings({"unused", "UnnecessaryBoxing", "StringSplitter"})
final class ErrorExamplesTest {
    private static final Path PAGE = DocFile.ROOT.resolve("docs/error-codes.md");
    private static final Path SOURCE =
            DocFile.ROOT.resolve("docs/src/test/java/org/sporos/docs/ErrorExamplesTest.java");
    private static final Pattern SECTION =
            Pattern.compile("### (K[123][0-9]{2}): .*?\nExample: (.*?)\n", Pattern.DOTALL);
    private static final Pattern CODE = Pattern.compile("`([^`]*[(;{=\\[][^`]*)`");

    /** A class file that no loader gives, and a package of the JDK's own. */
    private static final Set<String> WITHOUT_EXAMPLE = Set.of("K102", "K225");

    private static int steps = 1;

    private final ExecutionSpace space = ExecutionSpaces.open("host");
    private final RangePolicy policy = RangePolicy.of(3);
    private final int n = 3;
    private final DoubleView x = DoubleView.of("x", space, 8);
    private final DoubleView y = DoubleView.of("y", space, 8);
    private final DoubleView u = DoubleView.of("u", space, 8, 8);
    private final DoubleView sum = DoubleView.of("sum", space);
    private final IntView flag = IntView.of("flag", space, 8);
    private final Map<String, Runnable> examples = new LinkedHashMap<>();
    private double dt = 0.1;
    private int count;

    private record Both() implements RangeBody, LongRangeBody {
        @Override
        public void at(int i) {}

        @Override
        public void at(long i) {}
    }

    private static final class Table {
        static final double SCALE = scale();

        private static double scale() {
            throw new IllegalStateException("no file");
        }
    }

    private static final class Lib {
        native double nativeCube(int i);
    }

    private interface Sized extends java.io.Serializable {
        double area();
    }

    private record Point(double x, double y) {}

    private record Named(String name, double mass) {}

    private record Marker() {}

    private record Charge(double mass, int charge) {}

    private record Branching(double low, double high) {
        Branching(double low, double high) {
            if (low < high) {
                this.low = low;
                this.high = high;
            } else {
                this.low = high;
                this.high = low;
            }
        }
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    private static double a(double v) {
        return b(v) + b(v + 1) + b(v + 2) + b(v + 3) + b(v + 4) + b(v + 5) + b(v + 6) + b(v + 7);
    }

    private static double b(double v) {
        return c(v) + c(v + 1) + c(v + 2) + c(v + 3) + c(v + 4) + c(v + 5) + c(v + 6) + c(v + 7);
    }

    private static double c(double v) {
        return d(v) + d(v + 1) + d(v + 2) + d(v + 3) + d(v + 4) + d(v + 5) + d(v + 6) + d(v + 7);
    }

    private static double d(double v) {
        return e(v) + e(v + 1) + e(v + 2) + e(v + 3) + e(v + 4) + e(v + 5) + e(v + 6) + e(v + 7);
    }

    private static double e(double v) {
        return f(v) + f(v + 1) + f(v + 2) + f(v + 3) + f(v + 4) + f(v + 5) + f(v + 6) + f(v + 7);
    }

    private static double f(double v) {
        return v * v + 1;
    }

    ErrorExamplesTest() {
        bodies();
        language();
        records();
        arraysAndViews();
        teams();
    }

    private void loop(String code, RangeBody body) {
        examples.put(code, () -> instantiate(Graph.define("g", root -> root.thenParallelFor("k", policy, body))));
    }

    private void team(String code, TeamBody body) {
        examples.put(
                code,
                () -> instantiate(Graph.define("g", root -> root.thenParallelFor("k", TeamPolicy.of(2, 2), body))));
    }

    private void instantiate(Graph graph) {
        graph.instantiate(space).close();
    }

    private void bodies() {
        examples.put(
                "K101",
                () -> instantiate(
                        Graph.define("g", root -> root.thenParallelFor("k", policy, (RangeBody) new Both()))));
        DoubleUnaryOperator f = v -> v * v;
        examples.put(
                "K103",
                () -> instantiate(Graph.define("g", root -> {
                    root.thenParallelFor("map", policy, i -> x.set(i, f.applyAsDouble(x.get(i))));
                })));
        loop("K104", i -> x.set(i, Table.SCALE));
        Lib lib = new Lib();
        loop("K105", i -> x.set(i, lib.nativeCube(i)));
    }

    private void language() {
        String name = "abc";
        String scheme = "upwind";
        Object lock = new Object();
        double[] w = {1, 2, 1};
        DoubleView none = null;
        loop("K201", i -> x.set(i, new Random(i).nextDouble()));
        loop("K202", i -> {
            if (x.get(i) < 0) throw new IllegalStateException();
        });
        loop("K203", i -> {
            try {
                x.get(i + 1);
            } catch (IndexOutOfBoundsException e) {
            }
        });
        loop("K204", i -> x.set(i, name.length()));
        loop("K205", i -> x.set(i, gcd(i, n)));
        loop("K206", i -> {
            String text = "at " + i;
        });
        loop("K207", i -> {
            synchronized (lock) {
                sum.set(sum.get() + x.get(i));
            }
        });
        Sized proxy = (Sized) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Sized.class}, (self, method, arguments) -> 1.0);
        loop("K208", i -> x.set(i, proxy.area()));
        loop("K209", i -> {
            Integer k = i;
            x.set(i, k);
        });
        loop("K210", i -> x.set(i, dt));
        loop("K211", i -> x.set(i, steps));
        loop("K212", i -> count++);
        loop("K213", i -> w[i % 3] = 0);
        loop("K214", i -> none.set(i, 1));
        loop("K215", i -> flag.set(i, new Point(i, 0) == new Point(0, i) ? 1 : 0));
        loop("K216", i -> x.set(i, new Point(i, 1).equals(new Point(1, i)) ? 1 : 0));
        loop("K217", i -> x.set(i, a(i)));
        loop("K218", i -> Debug.print("{} and {}", i));
        team("K219", team -> team.parallelFor(n, k -> Debug.print("{}", k)));
        loop("K220", i -> {
            double[][] t = new double[2][3];
            t[1] = t[0];
        });
        loop("K221", i -> {
            int n = 3;
            float[] floats = new float[3];
            double[] doubles = new double[3];
            System.arraycopy(floats, 0, doubles, 0, n);
        });
        loop("K222", i -> {
            switch (scheme) {
                case "upwind" -> x.set(i, 1);
                default -> x.set(i, 2);
            }
        });
    }

    private void records() {
        RecordView<Point> points = RecordView.of("points", space, Point.class, n);
        examples.put("K223", () -> RecordView.of("p", space, Named.class, n));
        examples.put("K224", () -> RecordView.of("p", space, Marker.class, n));
        loop("K226", i -> points.component("z", DoubleView.class).set(i, 1));
        double[] w = new double[4096];
        loop("K227", i -> x.set(i, w[i]));
        examples.put("K228", () -> RecordView.interleaved("p", space, Charge.class, n));
        examples.put("K229", () -> points.elements(DoubleView.class));
        loop("K306", i -> x.set(i, new Branching(i, n).low()));
    }

    private void arraysAndViews() {
        DoubleView[] layers = {x, y};
        DoubleView a = x;
        DoubleView b = y;
        int k = 2;
        loop("K301", i -> {
            double[] t = new double[(int) x.get(0)];
            x.set(i, t[0]);
        });
        loop("K302", i -> {
            double[][] t = {{1, 2}, {3}};
            x.set(i, t[0][0]);
        });
        loop("K303", i -> {
            double[] t = new double[1_000_000];
            x.set(i, t[i]);
        });
        loop("K304", i -> x.set(i, layers[i % 2].get(i)));
        loop("K305", i -> {
            DoubleView v = i < k ? a : b;
            v.set(i, 0);
        });
        loop("K311", i -> x.set(i, u.get(i)));
        loop("K312", i -> x.set(i, u.extent(i)));
        loop("K313", i -> sum(u.subview(Slice.at(i), Slice.all())));
        loop("K314", i -> x.set(i, y.toArray()[i]));
    }

    private static void sum(DoubleView row) {
        row.get(0);
    }

    private void teams() {
        team("K321", team -> team.parallelFor(n, j -> team.barrier()));
        team("K322", team -> {
            double[] t = new double[4];
            team.parallelFor(4, j -> t[j] = j);
        });
        team("K323", team -> {
            ReductionOperator op = team.leagueRank() == 0 ? Sum : Max;
            team.parallelReduceDouble(op, n, j -> x.get(j));
        });
    }

    @AfterEach
    void close() {
        space.close();
    }

    @TestFactory
    Stream<DynamicTest> the_examples_of_kernel_codes_are_refused_with_their_codes() {
        return examples.entrySet().stream()
                .map(example -> DynamicTest.dynamicTest(
                        example.getKey(),
                        () -> assertThatThrownBy(example.getValue()::run)
                                .hasMessageMatching("(?s)(.*\n)?" + example.getKey() + ": .*")));
    }

    @Test
    void the_page_shows_these_examples() throws IOException {
        String source = squeezed(Files.readString(SOURCE));
        List<String> violations = new ArrayList<>();
        Matcher section = SECTION.matcher(Files.readString(PAGE));
        while (section.find()) {
            String code = section.group(1);
            if (!examples.containsKey(code) && !WITHOUT_EXAMPLE.contains(code)) {
                violations.add(code + " has no example here");
            }
            Matcher shown = CODE.matcher(section.group(2));
            while (shown.find()) {
                for (String part : shown.group(1).split("\\.\\.\\.")) {
                    if (!source.contains(squeezed(part))) {
                        violations.add(code + ": the example of the page is not here: " + part);
                    }
                }
            }
        }
        assertThat(violations).isEmpty();
    }

    private static String squeezed(String code) {
        return code.replaceAll("\\s", "");
    }
}
