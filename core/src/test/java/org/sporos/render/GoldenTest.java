package org.sporos.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.sporos.graph.Graph;

/**
 * Compares pictures with those that are kept beside this class. To renew them after a change that is meant, run with
 * {@code -Dsporos.golden.write=true} and look at them.
 */
final class GoldenTest {
    private static final Path KEPT = Path.of("src/test/resources/org/sporos/render");

    @TestFactory
    Stream<DynamicTest> a_picture_is_the_kept_one() {
        Map<String, Supplier<Graph>> graphs = Map.of(
                "diamond", Pictures::diamond,
                "solver", Pictures::solver,
                "awkward", Pictures::awkward,
                "empty", Pictures::empty);
        Map<String, Function<Graph, String>> languages = Map.of("dot", Dot::of, "mmd", Mermaid::of, "svg", Svg::of);
        return graphs.keySet().stream()
                .sorted()
                .flatMap(graph -> languages.keySet().stream()
                        .sorted()
                        .map(language -> DynamicTest.dynamicTest(
                                graph + "." + language,
                                () -> compare(
                                        graph + "." + language,
                                        languages
                                                .get(language)
                                                .apply(graphs.get(graph).get())))));
    }

    private static void compare(String file, String picture) throws IOException {
        if (Boolean.getBoolean("sporos.golden.write")) {
            Files.createDirectories(KEPT);
            Files.writeString(KEPT.resolve(file), picture);
        }
        try (InputStream in = GoldenTest.class.getResourceAsStream(file)) {
            String kept = in == null ? Files.readString(KEPT.resolve(file)) : read(in);
            if (!Boolean.getBoolean("sporos.golden.write")) {
                assertThat(picture).isEqualTo(kept);
            }
        }
    }

    private static String read(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
}
