package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sporos.graph.Graph;
import org.sporos.render.Svg;

/**
 * The pictures of graphs in {@code docs/pictures}, which the site shows in place of Mermaid texts. With
 * {@code -Dsporos.docs.update=true} they are renewed instead of compared.
 */
final class KeptPicture {

    private KeptPicture() {}

    /** Compares a graph with the picture of that name, which is the name of its output block. */
    static void compare(String name, Graph graph) {
        Path picture = DocFile.ROOT.resolve("docs/pictures").resolve(name + ".svg");
        try {
            if (Boolean.getBoolean("sporos.docs.update")) {
                Files.writeString(picture, Svg.of(graph));
            }
            assertThat(Files.readString(picture)).isEqualTo(Svg.of(graph));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
