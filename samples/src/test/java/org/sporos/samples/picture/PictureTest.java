package org.sporos.samples.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class PictureTest {
    @Test
    void any_label_gives_xml_with_its_text() throws Exception {
        String svg =
                new Plot("a < b & c", "\"σ\"").title("x > 1").curve(1, 2).draw().svg();
        Document xml = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertThat(xml.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("x > 1");
        assertThat(xml.getDocumentElement().getTextContent()).contains("a < b & c", "\"σ\"");
    }

    @Test
    void a_picture_has_colours_for_light_and_for_dark_pages() {
        assertThat(new Plot("x", "y").curve(1, 2).draw().svg())
                .contains("prefers-color-scheme:dark", ".paper{fill:#ffffff}", ".paper{fill:#12161d}");
    }

    @Test
    void missing_folders_are_made(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("a/b/c.svg");
        Picture picture = new Plot("x", "y").curve(1, 2).draw();
        picture.write(file);
        assertThat(file).hasContent(picture.svg());
        assertThat(Files.list(folder.resolve("a"))).hasSize(1);
    }

    @Test
    void an_animation_shows_every_frame_and_without_motion_the_first() {
        List<Picture> frames = List.of(plot("one"), plot("two"), plot("three"));
        Picture animation = Picture.animation(frames, 40);
        assertThat(animation.frames()).isEqualTo(3);
        assertThat(animation.svg())
                .contains("120ms step-end infinite", "33.3333%", ".later{visibility:hidden}")
                .containsSubsequence("\"frame\"", "delay:0ms", "one", "\"frame later\"", "delay:40ms", "two", "80ms");
        assertThat(plot("one").svg()).doesNotContain("animation");
    }

    @Test
    void frames_of_other_sizes_and_no_frames_are_refused() {
        assertThatThrownBy(() -> Picture.animation(List.of(), 40))
                .hasMessage("an animation without a frame; give at least one");
        Picture wide =
                new Plot("x", "y").curve("a name", new double[1], new double[1]).draw();
        assertThatThrownBy(() -> Picture.animation(List.of(plot("one"), wide), 40))
                .hasMessageMatching("frame 1 is \\d+ x \\d+ and the first one \\d+ x \\d+; give frames of one size");
    }

    private static Picture plot(String title) {
        return new Plot("x", "y").title(title).curve(1, 2).draw();
    }
}
