package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Scans are written once for doubles and once for floats. What differs in the type alone is kept equal by hand, and by
 * these tests: they fold the names of types, conversions to and from raw bits and white space.
 */
class OneTextTest {
    private static final Path SOURCES = Path.of("src/main/java/org/sporos/host/task");

    @BeforeAll
    static void needsSources() {
        assumeTrue(Files.exists(Path.of("pom.xml")), "these tests read the sources, which a bundle does not have");
    }

    @Test
    void scans_of_reals_are_one_text() throws IOException {
        String model = folded(read("DoubleScan"));
        assertThat(model).hasSizeGreaterThan(50);
        assertThat(folded(read("FloatScan"))).isEqualTo(model);
    }

    @Test
    void texts_that_differ_in_more_than_a_type_are_told_apart() {
        assertThat(folded("double sum(double[] a) { return Double.longBitsToDouble(a[0]); }"))
                .isEqualTo(folded("float sum(float[] a) {\n  return Float.intBitsToFloat((int) a[0]);\n}"))
                .isNotEqualTo(folded("float sum(float[] a) { return a[1]; }"));
    }

    private static String read(String type) throws IOException {
        return Files.readString(SOURCES.resolve(type + ".java"));
    }

    private static String folded(String text) {
        return text.replaceAll(
                        "\\b(Double|Float)\\.(longBitsToDouble|intBitsToFloat|(double|float)ToRaw(Long|Int)Bits)", "")
                .replaceAll("(Double|Float|Long)(?=[A-Z.s])", "T")
                .replaceAll("\\b(double|float|long|int)(s?)\\b", "t$2")
                .replaceAll("\\(t\\) |[()\\s]", "");
    }
}
