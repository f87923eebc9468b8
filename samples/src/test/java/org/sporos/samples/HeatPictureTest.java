package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.samples.picture.Picture;
import org.sporos.samples.picture.SvgImages;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** The picture in the README is the one that its Run makes; {@code -Dsporos.docs.update=true} renews it. */
@Tag("sources")
class HeatPictureTest {
    private static final Path SHOWN = Path.of("..", "docs", "pictures", "heat.svg");

    @Test
    void the_readme_shows_the_picture_that_its_run_makes() throws IOException {
        Picture picture;
        try (ExecutionSpace space = ExecutionSpaces.open("host")) {
            picture = HeatPicture.of(Heat2D.solve(space, Heat2D.CELLS).frames());
        }
        if (Boolean.getBoolean("sporos.docs.update")) {
            picture.write(SHOWN);
        }
        String shown = Files.readString(SHOWN);
        String made = picture.svg();
        assertThat(SvgImages.without(shown)).isEqualTo(SvgImages.without(made));
        assertThat(SvgImages.pixels(shown)).usingRecursiveComparison().isEqualTo(SvgImages.pixels(made));
    }
}
