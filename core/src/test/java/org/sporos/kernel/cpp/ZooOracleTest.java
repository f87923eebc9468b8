package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;
import org.sporos.kernel.zoo.JvmRun;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.TreeOrder;
import org.sporos.kernel.zoo.Zoo;
import org.sporos.space.ElementType;
import org.sporos.view.View;

/** The C++ of the named kernels, compiled by g++, does what the JVM does. */
class ZooOracleTest {
    @TempDir
    Path folder;

    @BeforeEach
    void g() {
        Tools.require("g++", "the emitted host C++ is not compared with the JVM");
    }

    @Test
    void structured_text_with_proofs_gives_the_bits_of_the_jvm() throws IOException {
        assertSame(CppOptions.DEFAULT, true);
    }

    @Test
    void goto_text_without_proofs_gives_the_bits_of_the_jvm() throws IOException {
        assertSame(CppOptions.DEFAULT.withGoto(), false);
    }

    @Test
    @Tag("full")
    void structured_text_without_proofs_gives_the_bits_of_the_jvm() throws IOException {
        assertSame(CppOptions.DEFAULT, false);
    }

    @Test
    @Tag("full")
    void goto_text_with_proofs_gives_the_bits_of_the_jvm() throws IOException {
        assertSame(CppOptions.DEFAULT.withGoto(), true);
    }

    @Test
    @Tag("full")
    void kernels_without_checks_give_the_bits_of_the_jvm() throws IOException {
        CppOptions unchecked = CppOptions.of(Arithmetic.STRICT, BoundsChecks.OFF);
        assertSame(unchecked, false);
        assertSame(unchecked.withGoto(), true);
    }

    private void assertSame(CppOptions options, boolean proven) throws IOException {
        assertThat(failures(options, proven)).isEmpty();
    }

    private List<String> failures(CppOptions options, boolean proven) throws IOException {
        List<NamedKernel> kernels = Zoo.all();
        List<NamedKernel.Instance> instances = new ArrayList<>();
        List<CppUnit> units = new ArrayList<>();
        for (NamedKernel kernel : kernels) {
            NamedKernel.Instance instance = kernel.fresh();
            instances.add(instance);
            units.add(ZooUnits.of(kernel.name(), instance, proven));
        }
        CppProgram program = CppEmitter.emit(units, CppDialect.HOST, options);
        List<HostRun.Outcome> outcomes = HostRun.run(program, folder);
        List<String> failures = new ArrayList<>();
        for (int k = 0; k < kernels.size(); k++) {
            NamedKernel kernel = kernels.get(k);
            List<String> flaws = flaws(kernel, instances.get(k), units.get(k), outcomes.get(k));
            if (!flaws.isEmpty()) {
                failures.add(kernel + ": " + flaws);
            }
        }
        return failures;
    }

    private static List<String> flaws(
            NamedKernel kernel, NamedKernel.Instance ran, CppUnit unit, HostRun.Outcome outcome) {
        NamedKernel.Instance reference = kernel.fresh();
        List<Long> results = JvmRun.run(reference);
        List<String> flaws = new ArrayList<>(Comparison.differences(reference.views(), ran.views(), kernel.exact()));
        outcome.fault().ifPresent(fault -> flaws.add("failed: " + fault));
        if (unit instanceof CppUnit.Answer) {
            if (outcome.answer() != results.get(0).intValue()) {
                flaws.add("answer: JVM " + results + ", C++ " + outcome.answer());
            }
        } else if (unit instanceof CppUnit.Reduce reduce) {
            View result = reduce.parts().get(0).reduction().result();
            boolean and = reduce.parts().get(0).reduction().identity() == 1;
            long expected = sum(results, result.elementType(), and);
            long actual = result.allocation().bits(result.region().offset());
            String flaw = Comparison.difference(result.elementType(), expected, actual, kernel.exact());
            if (!flaw.isEmpty()) {
                flaws.add("sum: " + flaw);
            }
        }
        return flaws;
    }

    private static long sum(List<Long> bits, ElementType type, boolean and) {
        return switch (type) {
            case DOUBLE -> Double.doubleToRawLongBits(tree(bits, Double::longBitsToDouble, 0.0, Double::sum));
            case FLOAT -> Float.floatToRawIntBits(tree(bits, b -> Float.intBitsToFloat(b.intValue()), 0f, Float::sum));
            case INT -> tree(bits, Long::intValue, and ? 1 : 0, and ? (a, b) -> a & b : (a, b) -> a + b);
            case LONG -> tree(bits, b -> b, 0L, Long::sum);
        };
    }

    private static <T> T tree(List<Long> bits, Function<Long, T> value, T identity, BinaryOperator<T> op) {
        return TreeOrder.reduce(bits.stream().map(value).toList(), identity, op);
    }
}
