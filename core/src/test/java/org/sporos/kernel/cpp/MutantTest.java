package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/** The oracle would find an emitter that is wrong: faults that are switched on show. */
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

    private void run(RangeBody body, CppOptions.Mutant mutant, String... flags) throws IOException {
        CppUnit unit = new CppUnit.For("mutant", false, RANGE, ZooUnits.kernel("mutant", body, RANGE, true));
        CppOptions options = CppOptions.DEFAULT.withMutant(mutant);
        HostRun.run(CppEmitter.emit(List.of(unit), CppDialect.HOST, options), folder, flags);
    }

    private boolean contractionShows(CppOptions.Mutant mutant) throws IOException {
        RangeBody body = i -> {
            double x = 1 + i * 1e-9;
            d.set(i, x * x - (1 + i * 2e-9));
        };
        run(body, mutant, IS_ARM ? new String[0] : new String[] {"-mfma"});
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
        Path features = Path.of("/proc/cpuinfo");
        if (!IS_ARM && !(Files.exists(features) && Files.readString(features).contains(" fma "))) {
            Tools.skip("this processor has no fma");
        }
        assertThat(contractionShows(CppOptions.Mutant.NONE)).isFalse();
        assertThat(contractionShows(CppOptions.Mutant.CONTRACTION)).isTrue();
    }

    private boolean overflowShows(CppOptions.Mutant mutant) throws IOException {
        for (int i = 0; i < 200; i++) {
            n.set(i, Integer.MAX_VALUE - i % 3);
        }
        // A C++ compiler takes k + 1 > k for granted where integers may not overflow.
        RangeBody body = i -> {
            int k = n.get(i);
            d.set(i, k + 1 > k ? 1 : 0);
        };
        run(body, mutant);
        for (int i = 0; i < 200; i++) {
            if (d.get(i) != (i % 3 > 0 ? 1 : 0)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void integers_that_overflow_as_those_of_c_would_be_found() throws IOException {
        assertThat(overflowShows(CppOptions.Mutant.NONE)).isFalse();
        assertThat(overflowShows(CppOptions.Mutant.NATIVE_INTEGERS)).isTrue();
    }

    /** The conversion instructions of ARM are Java's casts. */
    @Test
    void casts_of_c_that_do_not_saturate_would_be_found() throws IOException {
        assertThat(castsShow(CppOptions.Mutant.NONE)).isFalse();
        assertThat(castsShow(CppOptions.Mutant.NATIVE_INTEGERS)).isEqualTo(!IS_ARM);
    }

    private boolean castsShow(CppOptions.Mutant mutant) throws IOException {
        for (int i = 0; i < 200; i++) {
            d.set(i, 1e20 * (i - 100));
        }
        RangeBody body = i -> n.set(i, (int) d.get(i));
        run(body, mutant);
        for (int i = 0; i < 200; i++) {
            if (n.get(i) != (int) d.get(i)) {
                return true;
            }
        }
        return false;
    }

    private boolean missingChecksShow(CppOptions.Mutant mutant) throws IOException {
        for (int i = 0; i < 200; i++) {
            n.set(i, 100 + i % 2);
        }
        // What lies behind the part is memory of the same view, which the mutant may harm.
        DoubleView part = d.subview(Slice.range(0, 100));
        RangeBody body = i -> part.set(n.get(i), 1);
        CppUnit unit = new CppUnit.For("mutant", false, RANGE, ZooUnits.kernel("mutant", body, RANGE, true));
        CppOptions options = CppOptions.DEFAULT.withMutant(mutant);
        HostRun.Outcome outcome = HostRun.run(CppEmitter.emit(List.of(unit), CppDialect.HOST, options), folder)
                .get(0);
        return outcome.fault().isEmpty() && d.get(100) == 1 && d.get(101) == 1;
    }

    @Test
    void missing_bounds_checks_would_be_found() throws IOException {
        assertThat(missingChecksShow(CppOptions.Mutant.NONE)).isFalse();
        assertThat(missingChecksShow(CppOptions.Mutant.NO_CHECKS)).isTrue();
    }

    /** A proof that always says yes stands for a broken analysis. */
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
        String text = CppEmitter.emit(List.of(unit), CppDialect.HOST, CppOptions.DEFAULT)
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
        public boolean cannotOverflow(org.sporos.kernel.ir.Instruction operation) {
            return true;
        }

        @Override
        public boolean isInBounds(org.sporos.kernel.ir.Instruction access, int k) {
            return true;
        }

        @Override
        public boolean isDivisorNonZero(org.sporos.kernel.ir.Instruction division) {
            return true;
        }
    }
}
