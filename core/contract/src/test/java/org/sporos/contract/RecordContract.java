package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.algorithm.Complex;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.MemoryPlan;
import org.sporos.graph.Verification;
import org.sporos.graph.VerifyOptions;
import org.sporos.kernel.cpp.Javac;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.ByteView;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.RecordView;
import org.sporos.view.Slice;

/** Kernels read and write views of records. */
abstract class RecordContract extends Contract {
    private static final int N = 37;

    private record Vec(double x, double y) {
        Vec plus(Vec other) {
            return new Vec(x + other.x, y + other.y);
        }
    }

    private record Particle(Vec position, byte kind, short group, int cell, long id, float charge, boolean alive) {
        static Particle of(int i) {
            return new Particle(
                    new Vec(i + 0.25, -i),
                    (byte) (3 * i),
                    (short) (300 * i),
                    70_000 * i,
                    5_000_000_000L * i,
                    i * 0.1f,
                    i % 3 == 0);
        }

        Particle moved(Vec by) {
            return new Particle(
                    position.plus(by),
                    (byte) (kind + 100),
                    (short) (group * 31),
                    cell + 1,
                    id ^ cell,
                    -charge,
                    !alive || cell > 500_000);
        }
    }

    private record Angle(double degrees) {
        Angle {
            degrees = degrees < 0 ? degrees + 360 : degrees;
        }

        @Override
        public double degrees() {
            return degrees * 2;
        }
    }

    private record Turn(Angle by, int times) {}

    private static <R extends Record> List<R> all(RecordView<R> view) {
        return Arrays.asList(view.toArray());
    }

    private RecordView<Particle> particles(String label) {
        Particle[] records = new Particle[N];
        Arrays.setAll(records, Particle::of);
        return own(RecordView.copyOf(label, space(), Particle.class, records));
    }

    @Test
    void kernels_make_and_store_records() {
        RecordView<Particle> p = particles("p");
        RecordView<Particle> q = records("q", Particle.class, N);
        Vec by = new Vec(0.5, 2);
        run(root -> root.thenParallelFor("k", N, i -> {
            Particle old = p.get(i);
            q.set(N - 1 - i, i % 2 == 0 ? old.moved(by) : old);
        }));
        List<Particle> moved = all(q);
        for (int i = 0; i < N; i++) {
            Particle expected = i % 2 == 0 ? Particle.of(i).moved(by) : Particle.of(i);
            assertThat(moved.get(N - 1 - i)).isEqualTo(expected);
        }
    }

    /** The same code with views of other records, which may not be taken for the first. */
    @Test
    void each_graph_has_its_own_record_views() {
        for (int round = 0; round < 3; round++) {
            RecordView<Vec> v = records("v", Vec.class, 2);
            RecordView<Vec> w = round == 2 ? v : records("w", Vec.class, 2);
            Vec start = new Vec(round, 10);
            RecordView.fill(v, start);
            run(root -> root.thenParallelFor("k", 2, i -> w.set(i, v.get(i).plus(new Vec(i, 1)))));
            assertThat(all(w)).containsExactly(new Vec(round, 11), new Vec(round + 1, 11));
        }
    }

    /** A captured record view of one class may not be taken for one of another class with like components. */
    @Test
    void records_of_another_class_are_other_kernels() {
        RecordView<Vec> v = records("v", Vec.class, 1);
        RecordView<Angle> a = records("a", Angle.class, 1);
        RecordView.fill(v, new Vec(-3, 0));
        a.component("degrees", DoubleView.class).assign(-3);
        assertThat(first(v)).isEqualTo(new Vec(-3, 0));
        assertThat(first(a)).isEqualTo(new Angle(357));
    }

    private <R extends Record> R first(RecordView<R> from) {
        RecordView<R> to = records("to", from.type(), 1);
        run(root -> root.thenParallelFor("k", 1, i -> to.set(i, from.get(i))));
        return all(to).get(0);
    }

    @Test
    void kernels_run_constructors_and_accessors_that_a_record_writes_itself() {
        RecordView<Angle> a = records("a", Angle.class, 3);
        a.component("degrees", DoubleView.class).assign(-90, 45, -1);
        DoubleView out = own(DoubleView.of("out", space(), 3));
        run(root -> root.thenParallelFor("k", 3, i -> out.set(i, a.get(i).degrees())));
        assertThat(out.toArray()).containsExactly(540, 90, 718);
    }

    /** Also a captured record, one of two, and one of a record. */
    @Test
    void a_store_takes_the_fields_of_a_record_whatever_its_accessors_return() {
        RecordView<Angle> a = records("a", Angle.class, 4);
        RecordView<Turn> turns = records("turns", Turn.class, 1);
        DoubleView degrees = a.component("degrees", DoubleView.class);
        degrees.assign(90, 45, 10, 20);
        Angle captured = new Angle(7);
        run(root -> root.thenParallelFor("same", 2, i -> a.set(i, a.get(i)))
                .thenParallelFor("captured", 1, i -> a.set(2, captured))
                .thenParallelFor("either", 1, i -> a.set(3, a.get(3).degrees() > 30 ? captured : a.get(0)))
                .thenParallelFor("nested", 1, i -> turns.set(i, new Turn(a.get(0), 3))));
        assertThat(degrees.toArray()).containsExactly(90, 45, 7, 7);
        assertThat(turns.component("by.degrees", DoubleView.class).toArray()).containsExactly(90);
        assertThat(all(a)).containsExactly(new Angle(90), new Angle(45), new Angle(7), new Angle(7));
    }

    @Test
    void components_are_views_in_kernels_and_outside() {
        RecordView<Particle> p = particles("p");
        IntView cell = p.component("cell", IntView.class);
        DoubleView sum = doubles("sum");
        p.component("alive", ByteView.class).assign(new byte[N]);
        run(root -> root.thenParallelFor("k", N, i -> {
                    DoubleView x = p.component("position.x", DoubleView.class);
                    x.set(i, cell.get(i) + x.get(i));
                    p.component("alive", ByteView.class).set(i, (byte) (2 * (i % 2)));
                })
                .thenParallelReduce(
                        "sum",
                        RangePolicy.of(N),
                        Sum.into(
                                sum, i -> p.get(i).alive() ? p.get(i).position().x() : 0.0)));
        double expected = 0;
        for (int i = 1; i < N; i += 2) {
            expected += 70_000 * i + i + 0.25;
        }
        assertThat(sum.toArray()).containsExactly(expected);
    }

    @Test
    void record_views_have_ranks_and_parts() {
        RecordView<Vec> v = records("v", Vec.class, 4, 6);
        RecordView<Vec> inner = v.subview(Slice.range(1, 3), Slice.range(2, 5));
        RecordView<Vec> total = records("total", Vec.class);
        run(root -> root.thenParallelFor("a", MDRangePolicy.of(4, 6), (i, j) -> v.set(i, j, new Vec(10 * i, j)))
                .thenParallelFor("b", MDRangePolicy.of(2, 3), (i, j) -> {
                    Vec old = inner.get(i, j);
                    inner.set(i, j, old.plus(new Vec(0.5, inner.extent(1))));
                })
                .then("c", () -> {
                    Vec sum = new Vec(0, 0);
                    for (int i = 0; i < v.extent(0); i++) {
                        for (int j = 0; j < v.extent(1); j++) {
                            sum = sum.plus(v.get(i, j));
                        }
                    }
                    total.set(sum);
                }));
        assertThat(all(total)).containsExactly(new Vec(6 * 60 + 3, 4 * 15 + 18));
    }

    @Test
    void copies_and_fills_are_nodes_of_the_components() {
        RecordView<Particle> p = particles("p");
        RecordView<Particle> q = records("q", Particle.class, N);
        RecordView<Particle> part = q.subview(Slice.range(3, 5));
        Graph graph =
                Graph.define("g", root -> root.thenDeepCopy("copy", q, p).thenFill("fill", part, Particle.of(50)));
        assertThat(graph.nodes())
                .extracting(node -> node.label())
                .contains("copy.position.x", "copy.alive", "fill.position.y", "fill.kind");
        run(graph);
        List<Particle> all = all(q);
        for (int i = 0; i < N; i++) {
            assertThat(all.get(i)).isEqualTo(Particle.of(i == 3 || i == 4 ? 50 : i));
        }
    }

    @Test
    void the_memory_plan_has_the_bytes_of_each_component() {
        RecordView<Particle> p = records("p", Particle.class, 100);
        Graph graph = Graph.define("g", root -> root.thenFill("fill", p, Particle.of(1)));
        long least = 100 * (8 + 8 + 1 + 2 + 4 + 8 + 4 + 1);
        assertThat(graph.memoryPlan(space()).blocks())
                .filteredOn(block -> block.use() == MemoryPlan.Use.VIEW)
                .extracting(MemoryPlan.Block::label)
                .contains("p.position.x", "p.kind", "p.alive")
                .hasSize(8);
        assertThat(graph.memoryPlan(space()).blocks().stream()
                        .filter(block -> block.use() == MemoryPlan.Use.VIEW)
                        .mapToLong(MemoryPlan.Block::bytes)
                        .sum())
                .isGreaterThanOrEqualTo(least);
    }

    /** The reference calls the lambda itself, on copies of the record views. */
    @Test
    void kernels_on_record_views_are_verified() {
        RecordView<Particle> p = particles("p");
        Graph graph = Graph.define(
                "g", root -> root.thenParallelFor("k", N, i -> p.set(i, p.get(i).moved(new Vec(i, 1)))));
        try (ExecutionSpace reference = ExecutionSpaces.open("host,threads=1,kernels=loop")) {
            Verification found = graph.verify(space(), VerifyOptions.DEFAULT.against(reference));
            assertThat(found.isEqual()).as(found.toString()).isTrue();
            assertThat(found.skipped()).isEmpty();
        }
        assertThat(all(p).get(5)).isEqualTo(Particle.of(5));
    }

    /** Copies and fills of eager calls are recorded as those of views are. */
    @Test
    void eager_calls_on_record_views_are_recorded() {
        RecordView<Particle> p = particles("p");
        RecordView<Particle> q = records("q", Particle.class, N);
        Graph graph = Graph.record("g", () -> {
            RecordView.deepCopy(q, p);
            space().parallelFor("k", N, i -> q.set(i, q.get(i).moved(new Vec(1, 1))));
            RecordView.fill(p, Particle.of(1));
        });
        run(graph);
        assertThat(all(p)).containsOnly(Particle.of(1));
        assertThat(all(q).get(5)).isEqualTo(Particle.of(5).moved(new Vec(1, 1)));
    }

    /** Two nodes without an order: the components that they use decide. */
    @Test
    void nodes_that_touch_different_components_are_no_race() {
        RecordView<Vec> v = records("v", Vec.class, N);
        DoubleView x = v.component("x", DoubleView.class);
        DoubleView y = v.component("y", DoubleView.class);
        run(root -> {
            root.thenParallelFor("x", N, i -> x.set(i, v.get(i).x() + i));
            root.thenParallelFor("y", N, i -> y.set(i, v.get(i).y() - i));
        });
        assertThat(all(v).get(7)).isEqualTo(new Vec(7, -7));
    }

    @Test
    void nodes_that_touch_the_same_component_are_a_race() {
        RecordView<Vec> v = records("v", Vec.class, N);
        DoubleView x = v.component("x", DoubleView.class);
        DoubleView z = doubles("z", N);
        Graph graph = Graph.define("g", root -> {
            root.thenParallelFor("write", N, i -> x.set(i, i));
            root.thenParallelFor("read", N, i -> z.set(i, v.get(i).x()));
            root.thenParallelFor("other", N, i -> z.set(i, v.get(i).y()));
        });
        assertThat(refusal(graph))
                .hasMessageContaining(
                        "G102: in graph 'g' the nodes 'write' and 'read' touch view 'v.x' in no fixed order")
                .hasMessageNotContaining("'v.y'");
    }

    @Test
    void work_items_that_write_one_record_are_found() {
        RecordView<Vec> v = records("v", Vec.class, N);
        Graph graph = Graph.define("g", root -> root.thenParallelFor("k", N, i -> v.set(0, new Vec(i, 1))));
        assertThat(refusal(graph)).hasMessageContaining("'v.x'");
    }

    @Test
    void an_index_outside_names_the_component() {
        RecordView<Vec> v = records("v", Vec.class, N);
        IntView at = intsOf("at", 0, N, 2);
        ExecutableGraph exec = instantiate(root -> root.thenParallelFor(
                "k", 3, i -> v.set(i, new Vec(v.get(at.get(i)).x(), 1))));
        assertThat(failure(exec))
                .hasMessageContaining("index (" + N + ") is outside of view 'v.x' of extents [" + N + "]");
    }

    /** Of a record that nothing uses one load stays, for its failure. */
    @Test
    void a_record_that_nothing_uses_fails_too() {
        RecordView<Vec> v = records("v", Vec.class, N);
        IntView at = intsOf("at", 0, N + 1);
        ExecutableGraph exec = instantiate(root -> root.thenParallelFor("k", 2, i -> v.get(at.get(i))));
        assertThat(failure(exec)).hasMessageContaining("index (" + (N + 1) + ") is outside of view 'v.x' of extents");
    }

    @Test
    void what_a_kernel_cannot_do_with_a_record_view_is_refused() {
        RecordView<Vec> v = records("v", Vec.class, N);
        assertThat(refusal(root -> root.thenParallelFor("k", N, i -> v.set(i, 0, new Vec(0, 1)))))
                .hasMessageContaining("K311: kernel 'k' of graph 'g' uses view 'v.x' of rank 1 with 2 indexes, at")
                .hasMessageNotContaining("v_y");
        assertThat(refusal(root -> root.thenParallelFor("k", N, i -> v.close())))
                .hasMessageContaining("K314: kernel 'k' of graph 'g' calls RecordView.close() of 'v', at");
        assertThat(refusal(root -> root.thenParallelFor(
                        "k", N, i -> v.component("z", DoubleView.class).set(i, 1))))
                .hasMessageContaining(
                        "K226: kernel 'k' of graph 'g' reads component 'z' of record view 'v', which has no such"
                                + " component, at");
        assertThat(refusal(root -> root.thenParallelFor("k", N, i -> v.set(i, null))))
                .hasMessageContaining("K214: kernel 'k' of graph 'g' sets 'v' to null, at");
    }

    private static Complex moebius(Complex z, Complex c) {
        Complex square = Complex.add(Complex.multiply(z, z), c);
        Complex quotient = Complex.divide(Complex.subtract(square, c), Complex.conjugate(Complex.negate(c)));
        return Complex.scale(quotient, 1 / (1 + Complex.abs(z) + Complex.abs2(c)));
    }

    /** None of these calls a function of a vendor. */
    @Test
    void arithmetic_of_complex_numbers_has_the_bits_of_java() {
        Random random = new Random(9);
        Complex[] numbers = new Complex[N];
        Arrays.setAll(numbers, i -> new Complex(random.nextGaussian(), i == 3 ? 0 : random.nextGaussian()));
        RecordView<Complex> z = own(RecordView.copyOf("z", space(), Complex.class, numbers));
        RecordView<Complex> w = records("w", Complex.class, N);
        run(root -> root.thenParallelFor("k", N, i -> w.set(i, moebius(z.get(i), z.get((i + 1) % N)))));
        Complex[] found = w.toArray();
        for (int i = 0; i < N; i++) {
            assertThat(found[i]).isEqualTo(moebius(numbers[i], numbers[(i + 1) % N]));
        }
    }

    @Test
    void random_records_hold_what_arrays_of_records_hold(@TempDir Path folder) throws Exception {
        compareRandom(isHost() ? 3 : 1, folder);
    }

    @Test
    @Tag("full")
    void many_random_records_hold_what_arrays_of_records_hold(@TempDir Path folder) throws Exception {
        compareRandom(isHost() ? 60 : 5, folder);
    }

    private void compareRandom(int programs, Path folder) throws Exception {
        Javac.require();
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("random records on " + spec() + ": -Dsporos.contract.seed=" + seed);
        Random seeds = new Random(seed);
        for (int number = 0; number < programs; number++) {
            String name = "Records" + number;
            String source = new RandomRecords(new Random(seeds.nextLong())).source(name);
            Class<?> made = Javac.compile(folder, name, source);
            compareRandom(made, record(made, name), source);
        }
    }

    private static Class<? extends Record> record(Class<?> made, String name) throws ClassNotFoundException {
        return Class.forName(name + "$R0", true, made.getClassLoader()).asSubclass(Record.class);
    }

    private <R extends Record> void compareRandom(Class<?> made, Class<R> type, String source) throws Exception {
        @SuppressWarnings("unchecked") // An array of that class.
        R[] from = (R[]) Array.newInstance(type, N);
        Object to = Array.newInstance(type, N);
        made.getMethod("start", from.getClass()).invoke(null, (Object) from);
        RecordView<R> p = own(RecordView.copyOf("p", space(), type, from));
        RecordView<R> q = records("q", type, N);
        assertThat(p.toArray()).isEqualTo(from);
        run(root -> root.thenParallelFor("k", N, kernel(made, p, q)));
        made.getMethod("plain", from.getClass(), from.getClass()).invoke(null, from, to);
        assertThat(q.toArray()).as(source).isEqualTo(to);
    }

    private static RangeBody kernel(Class<?> made, Object... arguments) {
        try {
            return Javac.kernel(made, "kernel", arguments);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
