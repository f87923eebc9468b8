package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;

/** Divisions in the text for GPUs. */
class UnsignedDivisionTest {
    @TempDir
    Path folder;

    private static final RangePolicy ALL = RangePolicy.of(64);

    private final IntView in = IntView.of("in", MemorySpace.host(), 64);
    private final IntView out = IntView.of("out", MemorySpace.host(), 64);

    private static String text(KernelBody body, Policy policy, CppDialect dialect) {
        CppUnit unit = new CppUnit.For("body", false, policy, ZooUnits.kernel("body", body, policy, true));
        return CppEmitter.emit(List.of(unit), dialect, CppOptions.DEFAULT).kernels();
    }

    @Test
    void gpus_divide_nonnegative_numbers_unsigned() {
        int n = 9;
        RangeBody body = i -> out.set(i, i / n + in.get(i) / n);
        assertThat(text(body, ALL, CppDialect.CUDA)).contains("java::div_as<unsigned>(i, n)", "in[i] / n");
        assertThat(text(body, ALL, CppDialect.HOST)).contains("i / n").doesNotContain("_as<");
        RangeBody rest = i -> out.set(i, i % n);
        assertThat(text(rest, ALL, CppDialect.HIP)).contains("java::rem_as<unsigned>(i, n)");
    }

    @Test
    void longs_that_fit_into_ints_are_divided_as_such() {
        long n = 9;
        LongRangeBody body = i -> out.set(i, (int) (i / n));
        assertThat(text(body, LongRangePolicy.of(64), CppDialect.CUDA)).contains("java::div_as<unsigned>(i, n)");
        assertThat(text(body, LongRangePolicy.of(1L << 40), CppDialect.CUDA))
                .contains("java::div_as<unsigned long long>(i, n)");
    }

    @Test
    void divisions_are_unsigned_without_checks_too() {
        int n = 9;
        RangeBody body = i -> out.set(i, i / n);
        CppUnit unit = new CppUnit.For("body", false, ALL, ZooUnits.kernel("body", body, ALL, true));
        CppOptions unchecked = CppOptions.of(Arithmetic.STRICT, BoundsChecks.OFF);
        assertThat(CppEmitter.emit(List.of(unit), CppDialect.CUDA, unchecked).kernels())
                .contains("java::div_as<unsigned>(i, n)");
    }

    @Test
    void nvcc_shares_a_checked_division_and_loads_both_operands_before_it() throws IOException {
        Tools.require("nvcc", "the CUDA text is not compiled");
        RangeBody body = i -> out.set(i, in.get(i) / out.get(i) + in.get(i) % out.get(i));
        CppUnit unit = new CppUnit.For("body", false, ALL, ZooUnits.kernel("body", body, ALL, true));
        CppProgram program = CppEmitter.emit(List.of(unit), CppDialect.CUDA, CppOptions.DEFAULT);
        Files.writeString(folder.resolve("program.cu"), program.source());
        Tools.run(List.of("nvcc", "-w", "-std=c++17", "-ptx", "-arch=sm_90", "program.cu"), folder);
        String ptx = Files.readString(folder.resolve("program.ptx"));
        assertThat(ptx).containsOnlyOnce("div.u32").doesNotContain("rem.u32", "div.s32", "rem.s32");
        assertThat(ptx.substring(ptx.indexOf("ld.global"), ptx.indexOf("div.u32")))
                .containsPattern("(?s)ld.global.u32.*ld.global.u32")
                .doesNotContain("bra");
    }
}
