package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.samples.picture.Png;
import org.sporos.samples.picture.Raster;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** The picture in the README is the one that its Run makes; {@code -Dsporos.docs.update=true} renews it. */
@Tag("sources")
class HeatPictureTest {
    private static final Path SHOWN = Path.of("..", "docs", "pictures", "heat.png");

    @Test
    void the_readme_shows_the_picture_that_its_run_makes() throws IOException {
        Raster made;
        try (ExecutionSpace space = ExecutionSpaces.open("host")) {
            made = HeatPicture.of(Heat2D.solve(space, Heat2D.CELLS).frames());
        }
        if (Boolean.getBoolean("sporos.docs.update")) {
            Png.write(SHOWN, made);
        }
        BufferedImage shown = ImageIO.read(SHOWN.toFile());
        assertThat(shown.getWidth()).isEqualTo(made.width());
        assertThat(shown.getHeight()).isEqualTo(made.height());
        assertThat(differences(shown, made)).as("pixels that differ").isZero();
    }

    private static int differences(BufferedImage shown, Raster made) {
        int differences = 0;
        for (int y = 0; y < made.height(); y++) {
            for (int x = 0; x < made.width(); x++) {
                differences += (shown.getRGB(x, y) & 0xffffff) == made.colour(x, y) ? 0 : 1;
            }
        }
        return differences;
    }
}
