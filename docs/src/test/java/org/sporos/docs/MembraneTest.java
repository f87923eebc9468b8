package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.samples.picture.FieldPlot;
import org.sporos.samples.picture.Png;
import org.sporos.samples.picture.Raster;

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

    /** Four of the frames side by side with scales, as the page shows them. */
    private BufferedImage row() throws IOException {
        Raster[] plots = new Raster[FRAMES.length];
        for (int f = 0; f < FRAMES.length; f++) {
            plots[f] = plot(FRAMES[f]);
        }
        return ImageIO.read(new ByteArrayInputStream(Png.encode(Raster.row(0, 0xffffff, plots))));
    }

    private Raster plot(int number) throws IOException {
        BufferedImage frame = ImageIO.read(
                folder.resolve(String.format("frame-%03d.png", number)).toFile());
        int n = frame.getWidth();
        double time = 10 * (number + 1) * 0.5 / (n - 1);
        return new FieldPlot("y", "x", "u")
                .title(String.format(Locale.ROOT, "t = %.3f", time))
                .range(-1, 1)
                .colours(part -> Membrane.colour(2 * part - 1))
                .draw(n, n, 1, (column, row) -> height(frame.getRGB(column, row)));
    }

    /** The displacement whose colour the program paints. */
    private static double height(int colour) {
        double pale = (colour >> 8 & 0xff) / 255.0;
        return (colour & 0xff) == 0xff ? pale - 1 : 1 - pale;
    }

    private static int[] pixels(BufferedImage image) {
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }
}
