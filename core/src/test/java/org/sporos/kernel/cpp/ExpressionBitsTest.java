package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;
import org.sporos.matrix.Full;
import org.sporos.policy.RangeBody;

/**
 * Small expressions have the bits of the JVM in C++: with zeros, casts and selects, and with special values of
 * arithmetic. C++ compilers fold within expressions. The property {@code sporos.fuzz.seed} sets the seed of random
 * expressions, {@code sporos.fuzz.expressions} their number per type.
 */
class ExpressionBitsTest {
    /** A body with many stores is scalar code, one with a single store is vectorized. */
    private static final int MANY = 24;

    private static final List<String> LIBRARY = List.of("-O3", HostRun.MARCH, "-fno-math-errno");

    @TempDir
    Path folder;

    @BeforeEach
    void compilers() {
        Tools.require("g++", "expressions are not compared with the JVM");
        Javac.require();
    }

    @Test
    void zeros_have_the_sign_that_the_jvm_gives_them() throws Exception {
        assertZerosSame(Arithmetic.STRICT);
    }

    @ParameterizedTest
    @EnumSource(names = {"CONTRACTED", "FAST"})
    @Tag("full")
    void zeros_have_that_sign_in_other_arithmetic_too(Arithmetic arithmetic) throws Exception {
        assertZerosSame(arithmetic);
    }

    private void assertZerosSame(Arithmetic arithmetic) throws Exception {
        List<SmallExpressions.Kernel> kernels = new ArrayList<>();
        for (String type : List.of("float", "double")) {
            kernels.addAll(SmallExpressions.kernels(type, SmallExpressions.ofZeros(type), MANY));
        }
        CppOptions options = CppOptions.of(arithmetic, BoundsChecks.ON);
        assertSame(kernels, options, List.of(List.of("-O1", HostRun.MARCH)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, MANY})
    void special_values_of_arithmetic_give_the_bits_of_the_jvm(int perKernel) throws Exception {
        long seed = Long.getLong("sporos.fuzz.seed", 20261123) + perKernel;
        int count =
                Integer.getInteger("sporos.fuzz.expressions", perKernel == 1 ? Full.count(8, 40) : Full.count(80, 160));
        System.out.println("expressions: seed " + seed);
        List<SmallExpressions.Kernel> kernels = new ArrayList<>();
        for (String type : List.of("int", "long", "float", "double", "byte", "short")) {
            List<String> expressions = SmallExpressions.random(type, seed + type.length(), count);
            kernels.addAll(SmallExpressions.kernels(type, expressions, perKernel));
        }
        assertSame(kernels, CppOptions.DEFAULT.withHoisting(), List.of(List.of("-O0"), LIBRARY));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, MANY})
    void the_least_and_the_greatest_of_special_values_have_the_bits_of_the_jvm(int perKernel) throws Exception {
        List<SmallExpressions.Kernel> kernels = new ArrayList<>();
        for (String type : List.of("float", "double")) {
            kernels.addAll(SmallExpressions.kernels(type, SmallExpressions.ofExtremes(type), perKernel));
        }
        assertSame(kernels, CppOptions.DEFAULT.withHoisting(), List.of(List.of("-O0"), LIBRARY));
    }

    /** Compares the bits of all expressions, in one translation unit, for each set of flags. */
    private void assertSame(List<SmallExpressions.Kernel> kernels, CppOptions options, List<List<String>> flags)
            throws Exception {
        Class<?> made = Javac.compile(folder, "Small", SmallExpressions.source("Small", kernels));
        List<SpecialValues> expected = new ArrayList<>();
        for (SmallExpressions.Kernel kernel : kernels) {
            SpecialValues values = values(kernel);
            RangeBody body = values.kernel(made, kernel.name());
            for (int i = 0; i < SpecialValues.PAIRS.end(); i++) {
                body.at(i);
            }
            expected.add(values);
        }
        List<String> violations = new ArrayList<>();
        for (List<String> some : flags) {
            List<SpecialValues> actual = run(made, kernels, options, some);
            for (int k = 0; k < kernels.size(); k++) {
                violations.addAll(violations(kernels.get(k), expected.get(k), actual.get(k)));
            }
        }
        assertThat(violations.subList(0, Math.min(60, violations.size())))
                .as("%d expressions differ, such as", violations.size())
                .isEmpty();
    }

    private List<SpecialValues> run(
            Class<?> made, List<SmallExpressions.Kernel> kernels, CppOptions options, List<String> flags)
            throws Exception {
        List<SpecialValues> all = new ArrayList<>();
        List<CppUnit> units = new ArrayList<>();
        for (SmallExpressions.Kernel kernel : kernels) {
            SpecialValues values = values(kernel);
            RangeBody body = values.kernel(made, kernel.name());
            ProvenKernel proven = ZooUnits.kernel(kernel.name(), body, SpecialValues.PAIRS, true);
            all.add(values);
            units.add(new CppUnit.For(kernel.name(), false, SpecialValues.PAIRS, proven));
        }
        CppProgram program = CppEmitter.emit(units, HostRun.DIALECT, options);
        HostRun.run(program, Files.createTempDirectory(folder, "run"), flags.toArray(String[]::new));
        return all;
    }

    private static SpecialValues values(SmallExpressions.Kernel kernel) {
        return new SpecialValues(kernel.type(), kernel.expressions().size());
    }

    private static List<String> violations(
            SmallExpressions.Kernel kernel, SpecialValues expected, SpecialValues actual) {
        List<String> violations = new ArrayList<>();
        int size = kernel.expressions().size();
        for (int e = 0; e < size; e++) {
            String violation = expected.difference(actual, e, size);
            if (!violation.isEmpty()) {
                violations.add(kernel.expressions().get(e) + " " + violation);
            }
        }
        return violations;
    }
}
