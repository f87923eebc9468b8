package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.Sum;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.gpu.GpuDriver;
import org.sporos.gpu.GpuSpace;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.graph.Verification;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** Verification finds faults that are planted into the C++ text of one kernel, after all that the library does. */
final class HipPlantedFaultTest {
    private static final int N = 40;
    private static final int VIEWS = 3;

    /** Changes the text that a compiler gets for one node, so that all that it stores differs in its last bits. */
    private static final class FaultyCompiler {
        private static final Pattern FACTOR = Pattern.compile("\\* c\\b");

        private final String body;
        private final String version = "faulty " + System.nanoTime();
        private int planted;

        FaultyCompiler(String label) {
            this.body = "_" + label + "_body0(";
        }

        /** Returns a driver whose compiler is given the changed text, and whose images no other driver takes. */
        GpuDriver around(GpuDriver driver) {
            return (GpuDriver) Proxy.newProxyInstance(
                    GpuDriver.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("compilerVersion")) {
                            return version;
                        } else if (method.getName().equals("compile")) {
                            arguments[0] = changed((String) arguments[0]);
                        }
                        try {
                            return method.invoke(driver, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        /** The first function of that name is the body; of a scan the second one is the consumer. */
        private String changed(String source) {
            Matcher factor = FACTOR.matcher(source);
            int from = source.indexOf(body);
            if (from < 0 || !factor.find(from)) {
                return source;
            }
            planted++;
            return source.substring(0, factor.end()) + " * (1.0 + 0x1p-51)" + source.substring(factor.end());
        }
    }

    /** A random graph of a chain of nodes. */
    private static Graph random(Random random, int size, DoubleView[] views, DoubleView sum) {
        return Graph.define("random", root -> {
            NodeRef last = root;
            for (int k = 0; k < size; k++) {
                last = node(last, "n" + k, random, views, sum, 1 + random.nextDouble());
            }
        });
    }

    private static NodeRef node(
            NodeRef after, String label, Random random, DoubleView[] views, DoubleView sum, double c) {
        int to = random.nextInt(VIEWS);
        DoubleView y = views[to];
        DoubleView x = views[(to + 1 + random.nextInt(VIEWS - 1)) % VIEWS];
        RangePolicy all = RangePolicy.of(N);
        return switch (random.nextInt(5)) {
            case 0 -> after.thenParallelFor(label, all, i -> y.set(i, x.get(i) * c));
            case 1 -> after.thenParallelFor(label, all, i -> y.set(i, x.get(N - 1 - i) * c));
            case 2 -> after.thenParallelReduce(label, all, Sum.into(sum, i -> x.get(i) * c));
            case 3 ->
                after.thenParallelScan(
                        label,
                        all,
                        i -> (double) i,
                        (i, before) -> y.set(i, (before + x.get(i)) * c),
                        Scan.exclusiveDouble());
            default -> after.then(label, () -> y.set(3, x.get(4) * c));
        };
    }

    @Test
    void a_planted_fault_is_found_and_named() {
        plantAndFind(2);
    }

    @Test
    @Tag("full")
    void fifty_planted_faults_are_found_and_named() {
        plantAndFind(50);
    }

    private static void plantAndFind(int graphs) {
        HipSpaces.open().close();
        assumeTrue(HipLibraries.isReplaced(), "the compiler's text is changed for the CPU device alone");
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("planted faults: -Dsporos.contract.seed=" + seed);
        Random random = new Random(seed);
        for (int number = 0; number < graphs; number++) {
            plantAndFind(new Random(random.nextLong()));
        }
    }

    private static void plantAndFind(Random random) {
        int size = 2 + random.nextInt(4);
        String faulty = "n" + random.nextInt(size);
        FaultyCompiler compiler = new FaultyCompiler(faulty);
        DoubleView[] views = new DoubleView[VIEWS];
        double[][] before = new double[VIEWS][];
        try (GpuSpace space = GpuSpace.open("hip", compiler.around(HipDriver.open(0)), CppDialect.HIP);
                DoubleView sum = DoubleView.of("sum", space)) {
            for (int k = 0; k < VIEWS; k++) {
                before[k] = random.doubles(N, 1, 2).toArray();
                views[k] = DoubleView.copyOf("v" + k, space, before[k]);
            }
            Verification found = random(random, size, views, sum).verify(space);
            assertThat(compiler.planted).as("changed texts").isPositive();
            requireNamed(found, faulty);
            for (int k = 0; k < VIEWS; k++) {
                assertThat(views[k].toArray()).isEqualTo(before[k]);
                views[k].close();
            }
            assertThat(sum.toArray()).containsExactly(0.0);
        }
    }

    private static void requireNamed(Verification found, String faulty) {
        assertThat(found.difference()).as(found.toString()).isPresent();
        Verification.Difference first = found.difference().orElseThrow();
        assertThat(first.node().label()).isEqualTo(faulty);
        assertThat(first.node().where().file()).isEqualTo("HipPlantedFaultTest.java");
        assertThat(first.ulps()).isPositive();
        assertThat(first.value()).isNotEqualTo(first.expected());
        assertThat(found.nodes()).isEqualTo(1 + Integer.parseInt(faulty.substring(1)));
        assertThat(found.toString()).contains("a difference found", "node '" + faulty + "' (HipPlantedFaultTest.java:");
    }
}
