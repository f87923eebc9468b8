package org.sporos.host.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.kernel.facts.KernelFacts;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.passes.Binding;
import org.sporos.kernel.passes.IterationSpace;
import org.sporos.kernel.passes.Lifting;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.FloatContribution;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongContribution;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangeBody4;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.ReductionOp;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

/** Code of vectors does what the lambda does index by index, where it is easy to do something else. */
class VectorLoopsTest {
    private static final MemorySpace MEMORY = MemorySpace.host();
    private static final double[] ODD = {
        0.0,
        -0.0,
        1,
        -1,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        0.1,
        3,
        1e300,
        -1e-300
    };

    @BeforeEach
    void vectors() {
        assumeTrue(VectorModule.absence() == null, VectorModule::absence);
    }

    private static KernelFacts facts(KernelBody body, Policy policy) {
        Kernel kernel = Lifting.lift("test", body);
        return KernelFacts.of(kernel, Binding.of(kernel), IterationSpace.of(policy));
    }

    private static TieredLoop loop(VectorMode vectors, KernelBody body, Policy policy) {
        return new GeneratedLoops(vectors, nanos -> {}).forEach(List.of(facts(body, policy)));
    }

    /** Returns a loop that is one of vectors. */
    private static TieredLoop vectorLoop(KernelBody body, Policy policy) {
        TieredLoop loop = loop(VectorMode.ALWAYS, body, policy);
        assertThat(loop.withoutVectors()).isNull();
        assertThat(loop.isVectors()).isTrue();
        return loop;
    }

    private static DoubleView doubles(int n, double... values) {
        DoubleView view = DoubleView.of("x", MEMORY, n);
        Random random = new Random(n);
        for (int i = 0; i < n; i++) {
            view.set(i, values.length > 0 ? values[i % values.length] : random.nextGaussian());
        }
        return view;
    }

    /** Runs something so often that the JVM compiles it: before that it takes no instruction for vectors. */
    private static void compiled(Runnable work) {
        for (int k = 0; k < 3000; k++) {
            work.run();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 16})
    void rows_of_each_length_have_their_indexes_and_no_others(int begin) {
        int n = 150;
        for (int length = 0; length < 100; length++) {
            DoubleView x = doubles(n);
            DoubleView y = doubles(n, 1, 2, 3);
            FloatView f = FloatView.of("f", MEMORY, n);
            IntView k = IntView.of("k", MEMORY, n);
            RangeBody body = i -> {
                y.set(i, y.get(i) - 2 * x.get(i + 3) / x.get(i));
                f.set(i + 1, i * 0.5f);
                k.set(i, 3 * i - 7);
            };
            vectorLoop(body, RangePolicy.of(0, n - 3)).run(begin, length);
            List<Long> found = ViewBits.of(y, f, k);
            for (int i = 0; i < n; i++) {
                y.set(i, 1 + i % 3);
                f.set(i, 0);
                k.set(i, 0);
            }
            for (int i = begin; i < begin + length; i++) {
                body.at(i);
            }
            assertThat(found).as("%d from %d", length, begin).isEqualTo(ViewBits.of(y, f, k));
        }
    }

    @Test
    void long_indexes_far_from_zero_are_counted_right() {
        long far = 1L << 40;
        LongView x = LongView.of("x", MEMORY, 100);
        DoubleView y = DoubleView.of("y", MEMORY, 100);
        LongRangeBody body = i -> {
            x.set((int) (i - far), i * 3);
            y.set((int) (i - far), i);
        };
        vectorLoop(body, LongRangePolicy.of(far, far + 100)).run(far + 1, 98);
        for (int i = 0; i < 100; i++) {
            boolean inside = i > 0 && i < 99;
            assertThat(x.get(i)).isEqualTo(inside ? (far + i) * 3 : 0);
            assertThat(y.get(i)).isEqualTo(inside ? far + i : 0);
        }
    }

    /** Each pair of odd values goes through each operation. */
    @Test
    void odd_values_give_the_bits_of_java() {
        int n = ODD.length * ODD.length;
        DoubleView x = doubles(n, ODD);
        DoubleView y = DoubleView.of("y", MEMORY, n);
        FloatView f = FloatView.of("f", MEMORY, n);
        FloatView g = FloatView.of("g", MEMORY, n);
        for (int i = 0; i < n; i++) {
            y.set(i, ODD[i / ODD.length]);
            f.set(i, (float) x.get(i));
            g.set(i, (float) y.get(i));
        }
        DoubleView z = DoubleView.of("z", MEMORY, n);
        FloatView h = FloatView.of("h", MEMORY, n);
        Map<String, RangeBody> bodies = new LinkedHashMap<>();
        bodies.put("+", i -> z.set(i, x.get(i) + y.get(i)));
        bodies.put("-", i -> z.set(i, x.get(i) - y.get(i)));
        bodies.put("*", i -> z.set(i, x.get(i) * y.get(i)));
        bodies.put("/", i -> z.set(i, x.get(i) / y.get(i)));
        bodies.put("negation", i -> z.set(i, -x.get(i)));
        bodies.put("abs", i -> z.set(i, Math.abs(x.get(i))));
        bodies.put("sqrt", i -> z.set(i, Math.sqrt(x.get(i))));
        bodies.put("min", i -> z.set(i, Math.min(x.get(i), y.get(i))));
        bodies.put("max", i -> z.set(i, Math.max(x.get(i), y.get(i))));
        bodies.put("fma", i -> z.set(i, Math.fma(x.get(i), y.get(i), -0.0)));
        bodies.put("no fma", i -> z.set(i, x.get(i) * 0.1 + y.get(i) * 3));
        bodies.put("<", i -> {
            double a = x.get(i);
            z.set(i, a < y.get(i) ? a : -1);
        });
        bodies.put("<=", i -> {
            double b = y.get(i);
            z.set(i, x.get(i) <= b ? 1 : b);
        });
        bodies.put("==", i -> z.set(i, x.get(i) == y.get(i) ? 1 : 2));
        bodies.put("!=", i -> z.set(i, x.get(i) != y.get(i) ? 1 : 2));
        bodies.put("not >", i -> {
            double a = x.get(i);
            double b = y.get(i);
            z.set(i, !(a > b) ? a : b);
        });
        bodies.put("several", i -> {
            double a = x.get(i);
            double b = y.get(i);
            double c = a < 1 ? 1.5 : b;
            z.set(i, b >= c ? a : c);
        });
        bodies.put("truths", i -> {
            boolean p = x.get(i) >= 0;
            boolean q = y.get(i) < 1;
            double a = x.get(i);
            z.set(i, p & !q ? a : 3);
        });
        bodies.put("to float", i -> h.set(i, (float) x.get(i)));
        bodies.put("to double", i -> z.set(i, f.get(i)));
        bodies.put("floats", i -> h.set(i, (f.get(i) + g.get(i)) * (f.get(i) - g.get(i)) / g.get(i) - -f.get(i)));
        bodies.put("float sqrt", i -> h.set(i, (float) Math.sqrt(f.get(i)) + Math.abs(g.get(i))));
        bodies.put("float min", i -> h.set(i, Math.min(f.get(i), g.get(i))));
        bodies.put("float max", i -> h.set(i, Math.max(f.get(i), g.get(i))));
        bodies.put("float fma", i -> h.set(i, Math.fma(f.get(i), g.get(i), -0.0f)));
        bodies.put("float <", i -> {
            float a = f.get(i);
            float b = -g.get(i);
            h.set(i, a < b ? a : b);
        });
        bodies.forEach((name, body) -> {
            TieredLoop loop = loop(VectorMode.ALWAYS, body, RangePolicy.of(n));
            assertThat(loop.withoutVectors()).as(name).isNull();
            for (int i = 0; i < n; i++) {
                z.set(i, 7);
                h.set(i, 7);
            }
            compiled(() -> loop.run(0, n));
            List<Long> found = ViewBits.of(z, h);
            for (int i = 0; i < n; i++) {
                body.at(i);
            }
            assertThat(found).as(name).isEqualTo(ViewBits.of(z, h));
        });
    }

    @Test
    void integers_wrap_and_shift_as_in_java() {
        int[] odd = {0, 1, -1, 31, 32, 33, Integer.MAX_VALUE, Integer.MIN_VALUE, 12345, -98765};
        int n = odd.length * odd.length;
        IntView a = IntView.of("a", MEMORY, n);
        IntView b = IntView.of("b", MEMORY, n);
        IntView c = IntView.of("c", MEMORY, n);
        LongView p = LongView.of("p", MEMORY, n);
        LongView q = LongView.of("q", MEMORY, n);
        LongView r = LongView.of("r", MEMORY, n);
        DoubleView d = DoubleView.of("d", MEMORY, n);
        FloatView e = FloatView.of("e", MEMORY, n);
        for (int i = 0; i < n; i++) {
            a.set(i, odd[i % odd.length]);
            b.set(i, odd[i / odd.length]);
            p.set(i, (long) odd[i % odd.length] * Integer.MAX_VALUE + 5);
            q.set(i, Long.MIN_VALUE >> (i / odd.length));
        }
        int far = 35;
        RangeBody body = i -> {
            int x = a.get(i);
            int y = b.get(i);
            int z = (x + y) * (x - y) ^ -x;
            c.set(i, (z << far) + (y >> 3) + (z >>> 29) + Math.abs(x) + Math.min(x, y) - (Math.max(x, y) & 0xff | x));
            long u = p.get(i);
            long v = q.get(i);
            long w = (u + v) * (u - v) ^ -u;
            r.set(i, (w << far) + (v >> 3) + (w >>> 61) + Math.abs(u) + Math.min(u, v) - (Math.max(u, v) & 0xff | x));
            d.set(i, x * 0.5 + u + (int) v);
            e.set(i, x + (float) u);
        };
        TieredLoop loop = vectorLoop(body, RangePolicy.of(n));
        compiled(() -> loop.run(0, n));
        List<Long> found = ViewBits.of(c, r, d, e);
        for (int i = 0; i < n; i++) {
            body.at(i);
        }
        assertThat(found).isEqualTo(ViewBits.of(c, r, d, e));
    }

    /** Two views of one array, from one element to many apart, in both orders of the accesses. */
    @Test
    void views_that_overlap_are_seen_as_index_by_index() {
        int n = 200;
        int vectors = 0;
        for (int ahead = -70; ahead <= 70; ahead++) {
            int from = 75 + ahead;
            for (int kind = 0; kind < 4; kind++) {
                DoubleView all = doubles(2 * n);
                DoubleView x = all.subview(Slice.range(75, 75 + n));
                DoubleView y = all.subview(Slice.range(from, from + n));
                RangeBody body = switch (kind) {
                    case 0 -> i -> x.set(i, 2 * y.get(i) + 1);
                    case 1 ->
                        i -> {
                            x.set(i, i + 0.5);
                            y.set(i, 2 * y.get(i));
                        };
                    case 2 ->
                        i -> {
                            double before = x.get(i) + y.get(i);
                            y.set(i, before * 0.5);
                            x.set(i, y.get(i) - before * 0.25);
                        };
                    default ->
                        i -> {
                            x.set(i, 3);
                            y.set(i, i);
                        };
                };
                TieredLoop loop = loop(VectorMode.ALWAYS, body, RangePolicy.of(n));
                vectors += loop.isVectors() ? 1 : 0;
                same(all, () -> loop.run(0, n), () -> {
                    for (int i = 0; i < n; i++) {
                        body.at(i);
                    }
                });
            }
        }
        // All that are a vector or more apart, and some of the others.
        assertThat(vectors).isGreaterThan(300);
    }

    /** How far apart the accesses of a row are is known only when the row begins. */
    @Test
    void rows_that_meet_are_found_when_they_begin() {
        int n = 64;
        DoubleView all = doubles(10_000);
        IntView place = IntView.of("place", MEMORY, 100);
        for (int i = 0; i < 100; i++) {
            place.set(i, 2000 + 13 * i % 100);
        }
        RangeBody2 body = (i, j) -> {
            int from = Math.max(0, Math.min(9000, place.get(i)));
            all.set(2040 + j, 0.5 * all.get(from + j) + all.get(from));
        };
        MDRangePolicy box = MDRangePolicy.of(100, n);
        TieredLoop loop = vectorLoop(body, box);
        same(all, () -> loop.run(0, 100, 0, n, 0, 1, 0, 1), () -> {
            for (int i = 0; i < 100; i++) {
                for (int j = 0; j < n; j++) {
                    body.at(i, j);
                }
            }
        });
    }

    private static void same(DoubleView view, Runnable vectors, Runnable lambda) {
        double[] before = view.toArray();
        vectors.run();
        List<Long> found = ViewBits.of(view);
        for (int i = 0; i < before.length; i++) {
            view.set(i, before[i]);
        }
        lambda.run();
        assertThat(found).isEqualTo(ViewBits.of(view));
    }

    @Test
    void an_access_outside_fails_at_its_own_index_after_all_before_it() {
        int n = 100;
        DoubleView x = doubles(n);
        IntView shift = IntView.of("shift", MEMORY, 1);
        for (int by : new int[] {0, 1, 9, 50, 99, 100, 1000, -1, -40}) {
            shift.set(0, by);
            DoubleView y = DoubleView.of("y", MEMORY, n);
            RangeBody body = i -> y.set(i, x.get(i + shift.get(0)));
            TieredLoop loop = vectorLoop(body, RangePolicy.of(n));
            if (by == 0) {
                loop.run(0, n);
            } else {
                int first = by < 0 ? 0 : Math.max(0, n - by);
                assertThatThrownBy(() -> loop.run(0, n)).rootCause().hasMessageContaining("" + (first + by));
            }
            int done = by < 0 ? 0 : Math.max(0, n - by);
            for (int i = 0; i < n; i++) {
                assertThat(y.get(i)).as("%d by %d", i, by).isEqualTo(i < done ? x.get(i + by) : 0);
            }
        }
    }

    /** Sums of such numbers change with each other order of their additions. */
    @ParameterizedTest
    @EnumSource(
            value = ReductionOp.class,
            names = {"SUM", "PROD", "MIN", "MAX"})
    void tiles_are_folded_in_the_order_of_reductions(ReductionOp op) {
        int n = 4 * 2048 + 100;
        Random random = new Random(5);
        DoubleView x = DoubleView.of("x", MEMORY, n);
        FloatView f = FloatView.of("f", MEMORY, n);
        LongView k = LongView.of("k", MEMORY, n);
        for (int i = 0; i < n; i++) {
            x.set(i, random.nextGaussian() * Math.pow(10, random.nextInt(op == ReductionOp.PROD ? 1 : 40) - 20));
            f.set(i, (float) (random.nextGaussian()
                    * Math.pow(10, random.nextInt(op == ReductionOp.PROD ? 1 : 20) - 10)));
            k.set(i, random.nextLong());
        }
        x.set(2048 + 77, -0.0);
        x.set(2 * 2048 + 5, Double.NaN);
        DoubleContribution.Range doubles = i -> x.get(i) * 0.7;
        FloatContribution.Range floats = i -> f.get(i) - 0.1f;
        LongContribution.LongRange longs = i -> k.get((int) i) * 3 + i;
        tiles(op, doubles, RangePolicy.of(n), n);
        tiles(op, floats, RangePolicy.of(n), n);
        tiles(op, longs, LongRangePolicy.of(n), n);
    }

    private static void tiles(ReductionOp op, KernelBody body, Policy policy, int n) {
        KernelFacts facts = facts(body, policy);
        TieredLoop vectors = new GeneratedLoops(VectorMode.ALWAYS, nanos -> {}).contribution(facts, op);
        TieredLoop plain = new GeneratedLoops(VectorMode.NEVER, nanos -> {}).contribution(facts, op);
        assertThat(vectors.withoutVectors()).isNull();
        assertThat(vectors.isVectors()).isTrue();
        for (int begin = 0; begin + 2 * 2048 <= n; begin += 97) {
            assertThat(tiles(vectors, begin)).as("from %d", begin).isEqualTo(tiles(plain, begin));
        }
    }

    private static List<Long> tiles(TieredLoop loop, int begin) {
        List<Long> results = new ArrayList<>();
        loop.tiles(begin, 0, 2, new TileResults() {
            @Override
            public void put(int tile, long bits) {
                results.add(bits);
            }

            @Override
            public Object room() {
                throw new AssertionError("code that folds by itself asks for room");
            }

            @Override
            public void fold(int tile, Object room) {
                throw new AssertionError("code that folds by itself leaves tile " + tile + " to others");
            }
        });
        return results;
    }

    /** Pieces are split, and go from one code to another, while the fastest one is looked for. */
    @Test
    void bits_stay_while_codes_are_tried() {
        int n = 1500;
        DoubleView x = doubles(n);
        DoubleView plain = doubles(n, 1, 2, 3);
        DoubleView tried = doubles(n, 1, 2, 3);
        RangePolicy range = RangePolicy.of(n);
        TieredLoop one = loop(VectorMode.NEVER, (RangeBody) i -> plain.set(i, plain.get(i) * 0.5 + x.get(i)), range);
        TieredLoop two = loop(VectorMode.BY_MERIT, (RangeBody) i -> tried.set(i, tried.get(i) * 0.5 + x.get(i)), range);
        for (int k = 0; k < 12_000; k++) {
            one.run(0, n);
            two.run(0, n);
        }
        assertThat(ViewBits.of(tried)).isEqualTo(ViewBits.of(plain));
    }

    @Test
    void bits_of_boxes_stay_while_codes_are_tried() {
        int m = 40;
        DoubleView x = DoubleView.of("x", MEMORY, m, m, m);
        DoubleView plain = DoubleView.of("plain", MEMORY, m, m, m);
        DoubleView tried = DoubleView.of("tried", MEMORY, m, m, m);
        for (int k = 0; k < m * m * m; k++) {
            x.set(k / m / m, k / m % m, k % m, Math.sin(k));
        }
        MDRangePolicy box = MDRangePolicy.of(m, m, m - 1);
        MDRangePolicy side = MDRangePolicy.of(m, m - 1);
        RangeBody3 a = (i, j, k) -> plain.set(i, j, k, plain.get(i, j, k) * 0.5 + x.get(i, j, k + 1));
        RangeBody3 b = (i, j, k) -> tried.set(i, j, k, tried.get(i, j, k) * 0.5 + x.get(i, j, k + 1));
        RangeBody2 c = (i, j) -> plain.set(i, 0, j, plain.get(i, 0, j) * 0.5 + x.get(i, 1, j + 1));
        RangeBody2 d = (i, j) -> tried.set(i, 0, j, tried.get(i, 0, j) * 0.5 + x.get(i, 1, j + 1));
        RangeBody4 e = (h, i, j, k) -> plain.set(h + i, j, k, plain.get(h + i, j, k) * 0.5 + x.get(h, i, k + 1));
        RangeBody4 f = (h, i, j, k) -> tried.set(h + i, j, k, tried.get(h + i, j, k) * 0.5 + x.get(h, i, k + 1));
        MDRangePolicy four = MDRangePolicy.of(2, 3, 5, m - 1);
        TieredLoop fourPlain = loop(VectorMode.NEVER, e, four);
        TieredLoop fourTried = loop(VectorMode.BY_MERIT, f, four);
        TieredLoop boxPlain = loop(VectorMode.NEVER, a, box);
        TieredLoop boxTried = loop(VectorMode.BY_MERIT, b, box);
        TieredLoop sidePlain = loop(VectorMode.NEVER, c, side);
        TieredLoop sideTried = loop(VectorMode.BY_MERIT, d, side);
        for (int k = 0; k < 400; k++) {
            boxPlain.run(0, m, 0, m, 0, m - 1, 0, 1);
            boxTried.run(0, m, 0, m, 0, m - 1, 0, 1);
            fourPlain.run(0, 2, 0, 3, 0, 5, 0, m - 1);
            fourTried.run(0, 2, 0, 3, 0, 5, 0, m - 1);
        }
        for (int k = 0; k < 10_000; k++) {
            sidePlain.run(0, m, 0, m - 1, 0, 1, 0, 1);
            sideTried.run(0, m, 0, m - 1, 0, 1, 0, 1);
        }
        assertThat(ViewBits.of(tried)).isEqualTo(ViewBits.of(plain));
    }

    @Test
    void bits_of_tiles_and_rows_stay_while_codes_are_tried() {
        int n = 3 * 2048;
        DoubleView x = doubles(n);
        DoubleContribution.Range body = i -> x.get(i) * 0.7;
        KernelFacts facts = facts(body, RangePolicy.of(n));
        TieredLoop sums = new GeneratedLoops(VectorMode.BY_MERIT, nanos -> {}).contribution(facts, ReductionOp.SUM);
        TieredLoop rows = new GeneratedLoops(VectorMode.BY_MERIT, nanos -> {}).contribution(facts, ReductionOp.CUSTOM);
        List<Long> expected = tiles(sums, 7);
        double[] row = new double[n];
        rows.fill(0, 0, 0, 5, n - 5, row, 2);
        for (int k = 0; k < 4000; k++) {
            assertThat(tiles(sums, 7)).isEqualTo(expected);
            double[] again = new double[n];
            rows.fill(0, 0, 0, 5, n - 5, again, 2);
            assertThat(again).isEqualTo(row);
        }
    }

    @Test
    void what_cannot_be_vectors_says_why() {
        DoubleView x = doubles(100);
        IntView k = IntView.of("k", MEMORY, 100);
        DoubleView wide = DoubleView.of("wide", MEMORY, 100, 3);
        assertThat(refusal(i -> x.set(i, Math.exp(i)))).contains("math.exp");
        assertThat(refusal(i -> x.set(i, x.get(k.get(i))))).contains("'x'", "not neighbours");
        assertThat(refusal(i -> x.set(i, wide.get(i, 1)))).contains("'wide'", "not neighbours");
        assertThat(refusal(i -> wide.set(i, 1, 2.0))).contains("'wide'", "not to neighbours");
        assertThat(refusal(i -> k.atomicAdd(0, i))).contains("atomic.add");
        assertThat(refusal(i -> k.set(i, 7 / k.get(i)))).contains("division");
        assertThat(refusal(i -> {
                    int before = Math.max(0, i - 1);
                    x.set(i, x.get(before) + 1);
                }))
                .contains("'x'");
        assertThat(refusal(i -> {
                    for (int j = 0; j < k.get(i); j++) {
                        x.set(i, x.get(i) * 2);
                    }
                }))
                .contains("branch");
        Supplier<TieredLoop> next =
                () -> loop(VectorMode.ALWAYS, (RangeBody) i -> x.set(i + 1, x.get(i)), RangePolicy.of(99));
        assertThat(next.get().withoutVectors()).contains("'x'", "1 elements away");
        assertThat(next.get().isVectors()).isFalse();
    }

    private static String refusal(RangeBody body) {
        return loop(VectorMode.ALWAYS, body, RangePolicy.of(100)).withoutVectors();
    }
}
