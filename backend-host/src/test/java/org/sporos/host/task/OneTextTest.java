package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Folds and scans are written once for each primitive type, as Java has no templates. What differs in the type alone is kept
 * equal by hand, and by these tests: they fold the names of types, conversions to and from raw bits and white space.
 */
class OneTextTest {
    private static final Path SOURCES = Path.of("src/main/java/org/sporos/host/task");

    @BeforeAll
    static void needsSources() {
        assumeTrue(Files.exists(Path.of("pom.xml")), "these tests read the sources, which a bundle does not have");
    }

    @ParameterizedTest
    @CsvSource({
        "DoubleFold, FloatFold",
        "DoubleScan, FloatScan",
        "NestedDoubles, NestedFloats",
        "DoubleSources, FloatSources",
        "DoubleSource, FloatSource",
        "DoubleSource, LongSource"
    })
    void texts_of_types_are_one(String one, String other) throws IOException {
        String model = folded(read(one));
        assertThat(model).hasSizeGreaterThan(50);
        assertThat(folded(read(other))).isEqualTo(model);
    }

    /** Sums of doubles have a way of their own, over the array that a lambda fills. */
    @ParameterizedTest
    @ValueSource(strings = {"FloatReduce", "LongReduce"})
    void reductions_of_types_are_one_text(String other) throws IOException {
        String model = folded(read("DoubleReduce")
                .replaceFirst("(?s) +if \\(source instanceof DoubleSources.*?\\n        }\\n", "")
                .replace("import org.sporos.policy.ReductionOp;\n", ""));
        assertThat(folded(read(other).replace(", or of ints as longs", "")))
                .as(other)
                .isEqualTo(model);
    }

    /** Ints and booleans are longs on their way, and never come from teams. */
    @ParameterizedTest
    @CsvSource({"Int, Range", "Int, LongRange", "Int, Pairs", "Int, Triples"})
    @CsvSource({"Boolean, Range", "Boolean, LongRange", "Boolean, Pairs", "Boolean, Triples"})
    void contributions_of_integers_are_evaluated_by_one_text(String type, String record) throws IOException {
        String model = member(read("LongSources"), "record " + record);
        String found = member(read(type + "Sources"), "record " + record)
                .replace(" ? 1 : 0", "")
                .replace(type + "Contribution", "LongContribution");
        assertThat(found).isEqualTo(model);
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "upper", "level"})
    void integers_are_cut_into_tiles_as_reals_are(String method) throws IOException {
        String model = folded(member(read("DoubleFold"), " " + method));
        assertThat(model).contains("level");
        assertThat(folded(member(read("LongFold"), " " + method))).isEqualTo(model);
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

    /** Returns the text of a record or method, from its name up to the brace that ends it. */
    private static String member(String text, String name) {
        Matcher found = Pattern.compile("(?s)" + Pattern.quote(name) + "\\(.*?\\n    }\\n")
                .matcher(text);
        assertThat(found.find()).as(name).isTrue();
        return found.group();
    }

    private static String folded(String text) {
        return text.replaceAll(
                        "\\b(Double|Float)\\.(longBitsToDouble|intBitsToFloat|(double|float)ToRaw(Long|Int)Bits)", "")
                .replace("private record", "record")
                .replaceAll("(Double|Float|Long)(?=[A-Z.s])", "T")
                .replaceAll("\\b(double|float|long|int)(s?)\\b", "t$2")
                .replaceAll("\\(t\\) |[()\\s]", "");
    }
}
