package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/**
 * Sums over lists of neighbours, of which native code does strips, and loops of a few passes, of which it does the
 * divisions ahead: the bits and the failures of checked code. The property {@code sporos.fuzz.seed} repeats a run.
 */
class DistributedLoopsRunTest {
    private static final int N = 300;

    private final long seed = Long.getLong("sporos.fuzz.seed", new Random().nextLong());

    @BeforeEach
    void compiler() {
        assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
    }

    /** Particles with lists of neighbours of many lengths. */
    private static final class Particles implements AutoCloseable {
        private final ExecutionSpace space;
        private final Graph graph;
        private final DoubleView x;
        private final FloatView y;
        private final DoubleView mass;
        private final IntView first;
        private final IntView list;
        private final LongView far;
        private final DoubleView sum;
        private final FloatView weight;
        private final LongView count;
        private final IntView near;
        private final DoubleView few;

        Particles(String spec, int pairs, int room) {
            space = ExecutionSpaces.open(spec);
            x = DoubleView.of("x", space, N);
            y = FloatView.of("y", space, N + 3);
            mass = DoubleView.of("mass", space, N);
            first = IntView.of("first", space, N + 1);
            list = IntView.of("list", space, pairs);
            far = LongView.of("far", space, pairs);
            sum = DoubleView.of("sum", space, N);
            weight = FloatView.of("weight", space, N);
            count = LongView.of("count", space, N);
            near = IntView.of("near", space, room);
            few = DoubleView.of("few", space, N);
            RangePolicy all = RangePolicy.of(N);
            graph = Graph.define("particles", root -> {
                root.thenParallelFor("sum", all, i -> {
                    double mine = x.get(i);
                    double total = 0;
                    long found = 0;
                    for (int k = first.get(i); k < first.get(i + 1); k++) {
                        int j = list.get(k);
                        double d = mine - x.get(j);
                        if (d * d < 0.0625) {
                            total = Math.fma(mass.get(j), 1 / (d * d + 0.01), total);
                            found += k;
                        }
                    }
                    sum.set(i, total);
                    count.set(i, found);
                });
                root.thenParallelFor("near", all, (RangeBody & DisjointWrites) i -> {
                    int end = first.get(i + 1);
                    int at = first.get(i);
                    for (int k = first.get(i); k < end; k++) {
                        int j = list.get(k);
                        if (j != i && x.get(j) * y.get(j + 3) > 0.125 && x.get(j) < 0.75) {
                            near.set(at, j);
                            at++;
                        }
                    }
                });
                root.thenParallelFor("few", all, i -> {
                    double total = 0;
                    for (int p = 0; p < 8; p++) {
                        double larger = 3 / (mass.get(p) - x.get(i));
                        double place = Math.fma(larger, mass.get(p + 8), 150);
                        int low = (int) place;
                        if (low >= 0 && low < N - 1 && p != 3) {
                            total += larger * (x.get(low) + (place - low) * x.get(low + 1));
                        }
                        if (larger > 100) {
                            total -= p;
                        }
                    }
                    few.set(i, total);
                });
                root.thenParallelFor("weight", all, i -> {
                    float total = -0.0f;
                    for (int k = first.get(i); k < first.get(i + 1); k++) {
                        long j = far.get(k);
                        float w = y.get(j) - y.get(i);
                        if (w >= 0) {
                            if (w > 0.75f) {
                                continue;
                            }
                            total += w * (float) Math.sqrt(w);
                        }
                    }
                    weight.set(i, total);
                });
            });
        }

        /** Fills all but the lists' ends with random numbers; some coordinates are NaN, infinite or -0.0. */
        void fill(Random random, int[] lengths, double share) {
            int at = 0;
            for (int i = 0; i < N; i++) {
                first.set(i, at);
                at += lengths[i];
            }
            first.set(N, at);
            double[] odd = {Double.NaN, Double.POSITIVE_INFINITY, -0.0, Double.MIN_VALUE};
            for (int i = 0; i < N; i++) {
                x.set(i, random.nextInt(40) == 0 ? odd[random.nextInt(4)] : share * random.nextDouble());
                mass.set(i, random.nextGaussian());
            }
            for (int i = 0; i < (int) y.size(); i++) {
                y.set(i, random.nextInt(40) == 0 ? Float.NaN : random.nextFloat());
            }
            for (int k = 0; k < (int) list.size(); k++) {
                list.set(k, random.nextInt(N));
                far.set(k, random.nextInt(N + 3));
            }
        }

        /** Returns the bits of all results, or the message of the failure. */
        List<Object> run() {
            near.assign(new int[(int) near.size()]);
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                GraphRunException failure = catchThrowableOfType(GraphRunException.class, space::fence);
                if (failure != null) {
                    return List.of(failure.getMessage());
                }
                List<Object> all = new ArrayList<>();
                for (int i = 0; i < N; i++) {
                    all.add(Double.doubleToLongBits(sum.get(i)));
                    all.add(Float.floatToIntBits(weight.get(i)));
                    all.add(count.get(i));
                    all.add(Double.doubleToLongBits(few.get(i)));
                }
                Arrays.stream(near.toArray()).forEach(all::add);
                return all;
            }
        }

        @Override
        public void close() {
            space.close();
        }
    }

    private void assertSame(List<Object> found, List<Object> expected) {
        assertThat(found).as("seed %s", seed).hasSameSizeAs(expected);
        for (int k = 0; k < found.size(); k++) {
            assertThat(found.get(k))
                    .as("number %s of the results, seed %s", k, seed)
                    .isEqualTo(expected.get(k));
        }
    }

    private static int[] lengths(Random random, int most) {
        int[] lengths = new int[N];
        Arrays.setAll(lengths, i -> i % 3 == 0 ? random.nextInt(most + 1) : random.nextInt(20));
        return lengths;
    }

    @Test
    void results_have_the_bits_of_checked_code_for_lists_of_any_length() {
        Random random = new Random(seed);
        for (int most : new int[] {0, 17, 64, 65, 300}) {
            // Nearly all neighbours are near, some, and nearly none.
            for (double share : new double[] {0.1, 1, 20}) {
                int[] lengths = lengths(random, most);
                int pairs = Arrays.stream(lengths).sum() + 1;
                long data = random.nextLong();
                List<Object> expected = run("threads=1,kernels=loop", pairs, data, lengths, share);
                assertThat(expected).hasSizeGreaterThan(1);
                for (String spec : new String[] {"threads=1,kernels=native", "threads=2,kernels=native"}) {
                    assertSame(run(spec, pairs, data, lengths, share), expected);
                }
            }
        }
    }

    private static List<Object> run(String spec, int pairs, long data, int[] lengths, double share) {
        try (Particles particles = new Particles("host," + spec, pairs, pairs)) {
            particles.fill(new Random(data), lengths, share);
            return particles.run();
        }
    }

    /** Runs particles with something wrong by both kinds of code, and then without it. */
    private void assertSameFailure(int room, Consumer<Particles> wrong, String... expected) {
        Random random = new Random(seed);
        int[] lengths = lengths(random, 200);
        int pairs = Arrays.stream(lengths).sum() + 1;
        long data = random.nextLong();
        List<List<Object>> found = new ArrayList<>();
        for (String code : new String[] {"loop", "native"}) {
            try (Particles particles = new Particles("host,threads=1,kernels=" + code, pairs, Math.min(room, pairs))) {
                particles.fill(new Random(data), lengths, 1);
                wrong.accept(particles);
                found.add(particles.run());
                if (room >= pairs) {
                    particles.fill(new Random(data), lengths, 1);
                    assertSame(particles.run(), run("threads=1,kernels=loop", pairs, data, lengths, 1));
                }
            }
        }
        assertThat(found.get(0).toString()).as("seed %s", seed).contains(expected);
        assertSame(found.get(1), found.get(0));
    }

    @Test
    void an_index_outside_is_reported_as_checked_code_reports_it_and_the_next_run_is_right() {
        Random random = new Random(seed);
        for (int outside : new int[] {N, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            int turn = random.nextInt(100);
            assertSameFailure(
                    Integer.MAX_VALUE,
                    particles -> particles.list.set(particles.first.get(N) - 1 - turn, outside),
                    "(" + outside + ")",
                    "view 'x'");
        }
        assertSameFailure(
                Integer.MAX_VALUE, particles -> particles.far.set(7, 1L << 32), "(" + (1L << 32) + ")", "view 'y'");
    }

    @Test
    void lists_that_end_or_begin_outside_fail_at_their_first_place_outside() {
        assertSameFailure(
                Integer.MAX_VALUE,
                particles -> particles.first.set(N, (int) particles.list.size() + 100),
                "index (",
                "view 'list'");
        assertSameFailure(Integer.MAX_VALUE, particles -> particles.first.set(0, -40), "index (-40)", "view 'list'");
        assertSameFailure(
                Integer.MAX_VALUE,
                particles -> particles.first.set(0, Integer.MIN_VALUE),
                "index (" + Integer.MIN_VALUE + ")",
                "view 'list'");
    }

    @Test
    void a_failure_in_a_pass_that_is_done_is_that_of_checked_code() {
        assertSameFailure(500, particles -> {}, "view 'near'");
    }
}
