package org.sporos.kernel.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.Work;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.bytecode.KernelLifter;
import org.sporos.kernel.bytecode.Lifted;
import org.sporos.kernel.capture.CaptureResult;
import org.sporos.kernel.capture.KernelCapture;
import org.sporos.kernel.ir.Kernel;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

/** Kernels of captured objects that graphs of this process had before. */
class KnownObjectsTest {
    private static final int N = 10;
    private static final DoubleView[] SHARED = {view("first"), view("second")};

    /** What a kernel calls. */
    public interface Scale {
        double of(double x);
    }

    /** A class that other loaders have too. */
    public static final class Twice implements Scale {
        private final double factor = Math.sqrt(4);

        @Override
        public double of(double x) {
            return factor * x;
        }
    }

    private enum Sign {
        PLUS,
        MINUS
    }

    private static final class Mesh {
        private final DoubleView x;
        private final DoubleView y;
        private final DoubleView[] more;
        private final double factor;
        private final int length;
        private final Sign sign;
        private final Scale scale;

        Mesh(DoubleView x, DoubleView y, double factor, int length, Sign sign, Scale scale) {
            this.x = x;
            this.y = y;
            this.more = new DoubleView[] {x, y};
            this.factor = factor;
            this.length = length;
            this.sign = sign;
            this.scale = scale;
        }

        RangeBody scaled() {
            return i -> x.set(i, factor * y.get(i));
        }

        RangeBody locals() {
            return i -> {
                double[] all = new double[length];
                all[0] = y.get(i);
                x.set(i, all[0]);
            };
        }

        RangeBody signed() {
            return i -> x.set(i, sign == Sign.PLUS ? y.get(i) : -y.get(i));
        }

        RangeBody called() {
            return i -> x.set(i, scale.of(y.get(i)));
        }

        RangeBody elements() {
            return i -> more[0].set(i, more[1].get(i));
        }
    }

    private static DoubleView view(String label) {
        return DoubleView.of(label, MemorySpace.host(), N);
    }

    private static Mesh mesh() {
        return mesh(2);
    }

    private static Mesh mesh(double factor) {
        return new Mesh(view("x"), view("y"), factor, 4, Sign.PLUS, new Twice());
    }

    private static KernelFacts facts(RangeBody body, int n) {
        Graph graph = Graph.define("graph", root -> root.thenParallelFor("kernel", RangePolicy.of(n), body));
        KernelIndex index = KernelIndex.of(graph);
        assertThat(index.problems()).isEmpty();
        KernelFacts facts = index.of(graph.nodes().get(0)).get(0).facts();
        assertThat(facts).hasToString(fresh(graph).toString());
        assertThat(facts.binding()).isEqualTo(fresh(graph).binding());
        return facts;
    }

    private static KernelFacts facts(RangeBody body) {
        return facts(body, N);
    }

    /** Returns what is found where nothing is known. */
    private static KernelFacts fresh(Graph graph) {
        Work.ParallelFor loop = (Work.ParallelFor) graph.nodes().get(0).work();
        Kernel kernel = ((Lifted.Translated) new KernelLifter().lift("kernel", loop.body())).kernel();
        return KernelFacts.of(kernel, Binding.of(kernel), IterationSpace.of(loop.policy()));
    }

    private static Object code(KernelFacts facts) {
        return facts.kernel().body();
    }

    @Test
    void methods_of_equal_objects_have_the_same_code_and_their_own_views_and_numbers() {
        Mesh one = mesh(2);
        Mesh two = mesh(3);
        KernelFacts first = facts(one.scaled());
        KernelFacts second = facts(two.scaled());
        assertThat(code(second)).isSameAs(code(first));
        assertThat(second.proofs()).isSameAs(first.proofs());
        assertThat(second.binding().views()).containsExactly(two.y, two.x);
        assertThat(second.binding().scalars()).containsExactly(Double.doubleToRawLongBits(3));
        assertThat(code(facts(two.elements()))).isSameAs(code(facts(one.elements())));
    }

    @Test
    void facts_are_those_of_the_range() {
        Mesh mesh = mesh();
        assertThat(facts(mesh.scaled(), N).faults()).isEmpty();
        assertThat(facts(mesh.scaled(), N + 1).faults()).isNotEmpty();
        assertThat(facts(mesh().scaled(), N).faults()).isEmpty();
    }

    @Test
    void one_view_in_two_fields_is_other_code() {
        DoubleView both = view("both");
        KernelFacts two = facts(mesh().scaled());
        KernelFacts one = facts(new Mesh(both, both, 2, 4, Sign.PLUS, new Twice()).scaled());
        assertThat(one.binding().views()).containsExactly(both);
        assertThat(code(one)).isNotSameAs(code(two));
        assertThat(code(facts(mesh().scaled()))).isSameAs(code(two));
    }

    @Test
    void what_decides_about_the_code_gives_code_of_its_own() {
        DoubleView x = view("x");
        DoubleView y = view("y");
        Mesh first = new Mesh(x, y, 2, 4, Sign.PLUS, new Twice());
        Mesh second = new Mesh(x, y, 2, 5, Sign.MINUS, v -> v + 1);
        assertThat(facts(second.locals()).kernel().arrays().get(0).length()).isEqualTo(5);
        assertThat(facts(first.locals()).kernel().arrays().get(0).length()).isEqualTo(4);
        assertThat(code(facts(first.locals()))).isSameAs(code(facts(mesh().locals())));
        for (int round = 0; round < 2; round++) {
            assertThat(code(facts(first.signed()))).isNotSameAs(code(facts(second.signed())));
        }
        assertThat(code(facts(first.called()))).isSameAs(code(facts(mesh().called())));
    }

    @Test
    void a_final_field_that_was_changed_has_its_new_value() throws ReflectiveOperationException {
        Mesh mesh = mesh(2);
        RangeBody body = mesh.scaled();
        facts(body);
        Field field = Mesh.class.getDeclaredField("factor");
        field.setAccessible(true);
        field.setDouble(mesh, 7);
        assertThat(facts(body).binding().scalars()).containsExactly(Double.doubleToRawLongBits(7));
        mesh.more[1] = view("other");
        assertThat(facts(mesh.elements()).binding().views()).containsExactly(mesh.more[1], mesh.x);
    }

    @Test
    void an_array_in_a_static_field_is_read_again() {
        RangeBody body = i -> SHARED[0].set(i, SHARED[1].get(i));
        assertThat(facts(body).binding().views()).containsExactly(SHARED[1], SHARED[0]);
        SHARED[1] = view("third");
        assertThat(facts(body).binding().views()).containsExactly(SHARED[1], SHARED[0]);
        SHARED[1] = SHARED[0];
        assertThat(facts(body).binding().views()).containsExactly(SHARED[0]);
    }

    @Test
    void only_some_codes_of_a_class_are_kept() {
        RangeBody body = mesh().locals();
        CaptureResult.Found found = (CaptureResult.Found) KernelCapture.of(body);
        CodeOfBody any = CodeOfBody.of(body, found.kernel());
        for (int length = 1; length < 200; length++) {
            facts(new Mesh(view("x"), view("y"), 1, length, Sign.PLUS, new Twice()).locals());
            assertThat(KnownTemplates.count(any)).isBetween(1, 64);
        }
    }

    @Test
    void nothing_that_is_known_keeps_an_object_alive() throws Exception {
        awaitCleared(used());
    }

    private static WeakReference<?> used() {
        Mesh mesh = mesh();
        List.of(mesh.scaled(), mesh.locals(), mesh.signed(), mesh.called(), mesh.elements())
                .forEach(KnownObjectsTest::facts);
        return new WeakReference<>(mesh);
    }

    @Test
    void nothing_that_is_known_keeps_the_loader_of_a_captured_object_alive() throws Exception {
        awaitCleared(usedOfOtherLoader());
    }

    private static WeakReference<?> usedOfOtherLoader() throws ReflectiveOperationException {
        Class<?> type = new Other().loadClass(Twice.class.getName());
        assertThat(type).isNotSameAs(Twice.class);
        Scale scale = (Scale) type.getDeclaredConstructor().newInstance();
        facts(new Mesh(view("x"), view("y"), 1, 4, Sign.PLUS, scale).called());
        return new WeakReference<>(type.getClassLoader());
    }

    /** Has a class of its own of what a captured object is of. */
    private static final class Other extends ClassLoader {
        Other() {
            super(KnownObjectsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Twice.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static void awaitCleared(WeakReference<?> reference) throws InterruptedException {
        for (int k = 0; k < 300 && reference.get() != null; k++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(reference.get()).isNull();
    }
}
