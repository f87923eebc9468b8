package org.sporos.samples.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PngTest {
    @Test
    void another_reader_finds_every_pixel() throws IOException {
        long seed = System.nanoTime();
        System.out.println("PngTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            int width = 1 + random.nextInt(70);
            int height = 1 + random.nextInt(70);
            int[] palette = random.ints(1 + random.nextInt(256), 0, 0x1000000).toArray();
            int[] indexes = random.ints(width * height, 0, palette.length).toArray();
            byte[] file = Png.encode(width, height, palette, (column, row) -> indexes[row * width + column]);
            BufferedImage read = ImageIO.read(new ByteArrayInputStream(file));
            assertThat(read.getWidth()).isEqualTo(width);
            assertThat(read.getHeight()).isEqualTo(height);
            for (int at = 0; at < indexes.length; at++) {
                assertThat(read.getRGB(at % width, at / width) & 0xffffff)
                        .as("seed %d, pixel (%d, %d)", seed, at % width, at / width)
                        .isEqualTo(palette[indexes[at]]);
            }
        }
    }
}
