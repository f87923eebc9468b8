package org.sporos.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Java has no templates: sources that differ in a primitive type alone are kept equal by hand, and by these tests. They
 * fold the names of the four types, conversions to and from raw bits, casts and white space, and compare what is left.
 */
final class OneTextTest {
    private static final Path SOURCES = Path.of("src/main/java/org/sporos");
    private static final List<String> TYPES = List.of("Double", "Float", "Int", "Long");

    @Test
    void the_four_views_are_one_text() throws IOException {
        areOneText("view/*View.java");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"param/*Param.java", "policy/*Contribution.java", "policy/*ScanBody.java", "policy/*Join.java"})
    void the_four_types_beside_the_views_are_one_text(String file) throws IOException {
        areOneText(file);
    }

    @Test
    void texts_that_differ_in_more_than_a_type_are_told_apart() {
        assertThat(folded("double get(int i) { return Double.longBitsToDouble(load(i)); }"))
                .isEqualTo(folded("long get(int i) {\n  return load(i);\n}"))
                .isNotEqualTo(folded("long get(int i) { return load(i + 1); }"));
    }

    private static void areOneText(String file) throws IOException {
        String model = read(file, TYPES.get(0));
        assertThat(model).hasSizeGreaterThan(50);
        for (String type : TYPES) {
            assertThat(read(file, type)).as(file.replace("*", type)).isEqualTo(model);
        }
    }

    private static String read(String file, String type) throws IOException {
        return folded(Files.readString(SOURCES.resolve(file.replace("*", type))));
    }

    private static String folded(String text) {
        return text.replaceAll("\\s*\\*? +|\\s+", " ")
                .replace(
                        " The order of several adds to one element is not fixed, nor is the rounding of their sum.", "")
                .replaceAll(
                        "(Double|Float)\\.(doubleToRawLong|floatToRawInt|longBitsTo|intBitsTo)(Bits|Double|Float)", "")
                .replaceAll("Integer\\.|(Double|Float|Long)\\.", "Box.")
                .replaceAll("NEGATIVE_INFINITY", "MIN_VALUE")
                .replaceAll("POSITIVE_INFINITY", "MAX_VALUE")
                .replaceAll("(Double|Float|Int|Long)(?![a-z])", "T")
                .replaceAll("DOUBLE|FLOAT|INT|LONG", "T")
                .replaceAll("\\ban (int)\\b", "a t")
                .replaceAll("\\b(double|float|int|long)\\b", "t")
                .replaceAll("\\(t\\) |[() ]", "");
    }
}
