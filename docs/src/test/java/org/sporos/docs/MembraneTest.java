package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The last program of the tutorial; {@code -Dsporos.docs.update=true} renews its picture. */
@ShownOnPages
final class MembraneTest {
    private static final Path SHOWN = DocFile.ROOT.resolve("docs/pictures/membrane.png");
    private static final int[] FRAMES = {4, 14, 24, 39};

    @TempDir
    Path folder;

    @Test
    void membrane() throws IOException {
        Membrane.main(new String[] {folder.toString()});
        try (Stream<Path> frames = Files.list(folder)) {
            assertThat(frames).hasSize(40);
        }
        BufferedImage made = row();
        if (Boolean.getBoolean("sporos.docs.update")) {
            ImageIO.write(made, "png", SHOWN.toFile());
        }
        assertThat(pixels(ImageIO.read(SHOWN.toFile()))).isEqualTo(pixels(made));
    }

    /** Four of the frames side by side, as the page shows them. */
    private BufferedImage row() throws IOException {
        BufferedImage row = new BufferedImage(4 * 257 + 3 * 8, 257, BufferedImage.TYPE_INT_RGB);
        for (int x = 0; x < row.getWidth(); x++) {
            for (int y = 0; y < row.getHeight(); y++) {
                row.setRGB(x, y, 0x9aa0ab);
            }
        }
        for (int f = 0; f < FRAMES.length; f++) {
            BufferedImage frame = ImageIO.read(
                    folder.resolve(String.format("frame-%03d.png", FRAMES[f])).toFile());
            row.setRGB(f * (257 + 8), 0, 257, 257, frame.getRGB(0, 0, 257, 257, null, 0, 257), 0, 257);
        }
        return row;
    }

    private static int[] pixels(BufferedImage image) {
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }
}
