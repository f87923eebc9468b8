package org.sporos.samples.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PngTest {
    @Test
    void another_reader_finds_every_pixel() throws IOException {
        long seed = System.nanoTime();
        System.out.println("PngTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            Raster raster =
                    Raster.of(1 + random.nextInt(70), 1 + random.nextInt(70), 1, (x, y) -> random.nextInt(0x1000000));
            BufferedImage read = ImageIO.read(new ByteArrayInputStream(Png.encode(raster)));
            assertThat(read.getWidth()).isEqualTo(raster.width());
            assertThat(read.getHeight()).isEqualTo(raster.height());
            for (int y = 0; y < raster.height(); y++) {
                for (int x = 0; x < raster.width(); x++) {
                    assertThat(read.getRGB(x, y) & 0xffffff)
                            .as("seed %d, pixel (%d, %d)", seed, x, y)
                            .isEqualTo(raster.colour(x, y));
                }
            }
        }
    }

    @Test
    void missing_folders_are_made(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("a/b/c.png");
        Png.write(file, new Raster(3, 2, 0x123456));
        assertThat(Files.readAllBytes(file)).isEqualTo(Png.encode(new Raster(3, 2, 0x123456)));
    }
}
