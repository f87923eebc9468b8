package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;

/** The instructions that the vendors' compilers make of each {@link Arithmetic}, by the flags of the dialect. */
class ArithmeticTextTest {
    private static final RangePolicy ALL = RangePolicy.of(100);

    @TempDir
    Path folder;

    private static CppProgram program(CppDialect dialect, Arithmetic arithmetic) {
        FloatView f = FloatView.of("f", MemorySpace.host(), 100);
        FloatView g = FloatView.of("g", MemorySpace.host(), 100);
        DoubleView d = DoubleView.of("d", MemorySpace.host(), 100);
        RangeBody floats = i -> f.set(i, f.get(i) / g.get(i) + (float) Math.sqrt(f.get(i)) * g.get(i));
        RangeBody doubles = i -> d.set(i, d.get(i) / 3 + Math.sqrt(d.get(i)) * 7);
        List<CppUnit> units = new ArrayList<>();
        units.add(new CppUnit.For("floats", false, ALL, ZooUnits.kernel("floats", floats, ALL, true)));
        units.add(new CppUnit.For("doubles", false, ALL, ZooUnits.kernel("doubles", doubles, ALL, true)));
        return CppEmitter.emit(units, dialect, CppOptions.of(arithmetic, BoundsChecks.ON));
    }

    private String ptx(Arithmetic arithmetic) throws IOException {
        Tools.require("nvcc", "the CUDA text is not compiled");
        CppProgram program = program(CppDialect.CUDA, arithmetic);
        Path source = Files.writeString(folder.resolve("program.cu"), program.source());
        Path ptx = folder.resolve("program.ptx");
        List<String> command = new ArrayList<>(List.of("nvcc", "-w", "-std=c++17", "-ptx", "-arch=sm_90"));
        command.addAll(program.flags());
        command.addAll(List.of("-o", ptx.toString(), source.toString()));
        Tools.run(command, folder);
        return Files.readString(ptx);
    }

    private static List<String> instructions(String ptx) {
        return Pattern.compile("\\b(div|sqrt|fma|mul|add)\\.[a-z.]*f(32|64)")
                .matcher(ptx)
                .results()
                .map(found -> found.group())
                .sorted()
                .distinct()
                .toList();
    }

    @Test
    void strict_arithmetic_rounds_each_operation() throws IOException {
        assertThat(instructions(ptx(Arithmetic.STRICT)))
                .containsExactly(
                        "add.rn.f32",
                        "add.rn.f64",
                        "div.rn.f32",
                        "div.rn.f64",
                        "mul.rn.f32",
                        "mul.rn.f64",
                        "sqrt.rn.f32",
                        "sqrt.rn.f64");
    }

    @Test
    void contracted_arithmetic_rounds_a_product_and_a_sum_once() throws IOException {
        assertThat(instructions(ptx(Arithmetic.CONTRACTED)))
                .containsExactly("div.rn.f32", "div.rn.f64", "fma.rn.f32", "fma.rn.f64", "sqrt.rn.f32", "sqrt.rn.f64");
    }

    @Test
    void fast_arithmetic_divides_floats_with_an_error_and_flushes_nothing_to_zero() throws IOException {
        assertThat(instructions(ptx(Arithmetic.FAST)))
                .containsExactly(
                        "div.full.f32", "div.rn.f64", "fma.rn.f32", "fma.rn.f64", "sqrt.approx.f32", "sqrt.rn.f64");
    }

    /** The instruction for the root of a float has an error of an ulp, which not all releases of hipRTC correct. */
    @ParameterizedTest
    @EnumSource(Arithmetic.class)
    void the_root_of_a_float_is_rounded_right_on_amd_devices_unless_it_may_be_fast(Arithmetic arithmetic)
            throws IOException {
        Tools.require("llvm-objdump", "the code of hipRTC is not read");
        CppProgram program = program(CppDialect.HIP, arithmetic);
        Path source = Files.writeString(folder.resolve("program.hip"), program.source());
        Path code = folder.resolve("program.hsaco");
        Path compiler = GpuCompileTest.hipCompiler(folder);
        List<String> command = new ArrayList<>(List.of(compiler.toString(), source.toString(), code.toString()));
        command.addAll(List.of("-std=c++17", "--offload-arch=gfx90a"));
        command.addAll(program.flags());
        Tools.run(command, folder);
        String text = Tools.run(List.of("llvm-objdump", "-d", "--mcpu=gfx90a", code.toString()), folder);

        assertThat(text.contains("v_sqrt_f32")).isEqualTo(arithmetic == Arithmetic.FAST);
        assertThat(text).contains("v_rsq_f64");
    }
}
