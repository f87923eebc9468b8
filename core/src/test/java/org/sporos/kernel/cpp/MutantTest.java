package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/** The oracle finds planted faults of the emitter. */
class MutantTest {
    private static final RangePolicy RANGE = RangePolicy.of(200);
    private static final boolean IS_ARM = System.getProperty("os.arch").equals("aarch64");

    @TempDir
    Path folder;

    private final DoubleView d = DoubleView.of("d", MemorySpace.host(), 200);
    private final IntView n = IntView.of("n", MemorySpace.host(), 200);

    @BeforeEach
    void g() {
        Tools.require("g++", "the oracle is not tested");
    }

    /** The planted faults in the program of a loop. */
    private enum Fault {
        NONE,
        /** Integers overflow as in C++. */
        NATIVE_OVERFLOW,
        /** Casts of C++, which do not saturate. */
        NATIVE_CASTS,
        /** The compiler contracts, whatever the options say. */
        CONTRACTION,
        /** Indexes that are not proven to be in bounds are not checked. */
        NO_CHECKS
    }

    private HostRun.Outcome run(RangeBody body, Fault fault) throws IOException {
        ProvenKernel honest = ZooUnits.kernel("mutant", body, RANGE, true);
        ProvenKernel kernel =
                fault == Fault.NATIVE_OVERFLOW ? ProvenKernel.of(honest.kernel(), new AlwaysProven()) : honest;
        CppUnit unit = new CppUnit.For("mutant", false, RANGE, kernel);
        CppOptions options =
                CppOptions.of(Arithmetic.STRICT, fault == Fault.NO_CHECKS ? BoundsChecks.OFF : BoundsChecks.ON);
        CppProgram program = CppEmitter.emit(List.of(unit), HostRun.DIALECT, options);
        if (fault == Fault.NATIVE_CASTS) {
            String casts = program.kernels().replaceAll("java::to_(one_)?int\\(", "(int) (");
            List<CppProgram.Function> functions = List.of(new CppProgram.Function("casts", casts));
            program = new CppProgram(HostRun.DIALECT, options, functions, program.launches());
        }
        List<String> flags = new ArrayList<>();
        if (fault == Fault.CONTRACTION) {
            flags.addAll(HostRun.DIALECT.contracted());
            if (!IS_ARM) {
                flags.add("-mfma");
            }
        }
        return HostRun.run(program, folder, flags.toArray(String[]::new)).get(0);
    }

    private boolean contractionShows(Fault fault) throws IOException {
        RangeBody body = i -> {
            double x = 1 + i * 1e-9;
            d.set(i, x * x - (1 + i * 2e-9));
        };
        run(body, fault);
        for (int i = 0; i < 200; i++) {
            double x = 1 + i * 1e-9;
            if (d.get(i) != x * x - (1 + i * 2e-9)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void contraction_of_strict_arithmetic_would_be_found() throws IOException {
        requireFma();
        assertThat(contractionShows(Fault.NONE)).isFalse();
        assertThat(contractionShows(Fault.CONTRACTION)).isTrue();
    }

    private boolean overflowShows(Fault fault) throws IOException {
        for (int i = 0; i < 200; i++) {
            n.set(i, Integer.MAX_VALUE - i % 3);
        }
        // C++ compilers fold k + 1 > k to true, as signed overflow is undefined.
        RangeBody body = i -> {
            int k = n.get(i);
            d.set(i, k + 1 > k ? 1 : 0);
        };
        run(body, fault);
        for (int i = 0; i < 200; i++) {
            if (d.get(i) != (i % 3 > 0 ? 1 : 0)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void integers_that_overflow_as_those_of_c_would_be_found() throws IOException {
        assertThat(overflowShows(Fault.NONE)).isFalse();
        assertThat(overflowShows(Fault.NATIVE_OVERFLOW)).isTrue();
    }

    /** The conversion instructions of ARM are Java's casts. */
    @Test
    void casts_of_c_that_do_not_saturate_would_be_found() throws IOException {
        assertThat(castsShow(Fault.NONE)).isFalse();
        assertThat(castsShow(Fault.NATIVE_CASTS)).isEqualTo(!IS_ARM);
    }

    private boolean castsShow(Fault fault) throws IOException {
        for (int i = 0; i < 200; i++) {
            d.set(i, 1e20 * (i - 100));
        }
        RangeBody body = i -> n.set(i, (int) d.get(i));
        run(body, fault);
        for (int i = 0; i < 200; i++) {
            if (n.get(i) != (int) d.get(i)) {
                return true;
            }
        }
        return false;
    }

    private boolean missingChecksShow(Fault fault) throws IOException {
        for (int i = 0; i < 200; i++) {
            n.set(i, 100 + i % 2);
        }
        // Behind the part lies memory of the same view, which the faulty loop may overwrite.
        DoubleView part = d.subview(Slice.range(0, 100));
        HostRun.Outcome outcome = run(i -> part.set(n.get(i), 1), fault);
        return outcome.fault().isEmpty() && d.get(100) == 1 && d.get(101) == 1;
    }

    @Test
    void missing_bounds_checks_would_be_found() throws IOException {
        assertThat(missingChecksShow(Fault.NONE)).isFalse();
        assertThat(missingChecksShow(Fault.NO_CHECKS)).isTrue();
    }

    private static void requireFma() throws IOException {
        Path features = Path.of("/proc/cpuinfo");
        if (!IS_ARM && !(Files.exists(features) && Files.readString(features).contains(" fma "))) {
            Tools.skip("this processor has no fma");
        }
    }

    /** A proof of everything models a broken analysis. */
    private boolean wrongProofsShow(boolean wrong) throws IOException {
        for (int i = 0; i < 200; i++) {
            n.set(i, i);
        }
        RangeBody body = i -> {
            int big = n.get(i) * 50_000_000;
            d.set(i, big + 1 > big ? 1 : 0);
        };
        ProvenKernel honest = ZooUnits.kernel("mutant", body, RANGE, true);
        ProvenKernel kernel = wrong ? ProvenKernel.of(honest.kernel(), new AlwaysProven()) : honest;
        CppUnit unit = new CppUnit.For("mutant", false, RANGE, kernel);
        String text = CppEmitter.emit(List.of(unit), HostRun.DIALECT, CppOptions.DEFAULT)
                .kernels();
        return !text.contains("java::mul");
    }

    @Test
    void an_overflow_that_may_happen_is_not_emitted_as_plain_arithmetic() throws IOException {
        assertThat(wrongProofsShow(false)).isFalse();
        assertThat(wrongProofsShow(true)).isTrue();
    }

    /** Claims everything. */
    private static final class AlwaysProven implements org.sporos.kernel.ir.Guarantees {
        @Override
        public boolean hasScratch() {
            return true;
        }

        @Override
        public boolean cannotOverflow(org.sporos.kernel.ir.Region.Instruction operation) {
            return true;
        }

        @Override
        public boolean isInBounds(org.sporos.kernel.ir.Region.Instruction access, int k) {
            return true;
        }

        @Override
        public boolean isDivisorNonZero(org.sporos.kernel.ir.Region.Instruction division) {
            return true;
        }
    }
}
