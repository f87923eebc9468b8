package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.samples.picture.FieldPlot;
import org.sporos.samples.picture.Picture;

/** The last program of the tutorial; {@code -Dsporos.docs.update=true} renews its picture. */
@ShownOnPages
final class MembraneTest {
    private static final Path SHOWN = DocFile.ROOT.resolve("docs/pictures/membrane.svg");
    private static final Pattern PNG = Pattern.compile("data:image/png;base64,([^\"]+)");
    private static final int[] FRAMES = {4, 14, 24, 39};

    @TempDir
    Path folder;

    @Test
    void membrane() throws IOException {
        Membrane.main(new String[] {folder.toString()});
        try (Stream<Path> frames = Files.list(folder)) {
            assertThat(frames).hasSize(40);
        }
        String made = row().svg();
        if (Boolean.getBoolean("sporos.docs.update")) {
            Files.writeString(SHOWN, made);
        }
        String shown = Files.readString(SHOWN);
        assertThat(PNG.matcher(shown).replaceAll(""))
                .isEqualTo(PNG.matcher(made).replaceAll(""));
        assertThat(pixels(shown)).usingRecursiveComparison().isEqualTo(pixels(made));
    }

    /** Four of the frames side by side over axes, as the page shows them. */
    private Picture row() throws IOException {
        FieldPlot plot = new FieldPlot("x / edge", "y / edge", "displacement u")
                .title("Waves on a square membrane with the wave speed c")
                .range(-1, 1)
                .colours(part -> Membrane.colour(2 * part - 1));
        for (int number : FRAMES) {
            BufferedImage frame = ImageIO.read(
                    folder.resolve(String.format("frame-%03d.png", number)).toFile());
            int n = frame.getWidth();
            String time = String.format(Locale.ROOT, "time %.3f edge/c", 10 * (number + 1) * 0.5 / (n - 1));
            plot.panel(time, n, n, (column, row) -> height(frame.getRGB(column, n - 1 - row)));
        }
        return plot.draw();
    }

    /** The displacement whose colour the program paints. */
    private static double height(int colour) {
        double pale = (colour >> 8 & 0xff) / 255.0;
        return (colour & 0xff) == 0xff ? pale - 1 : 1 - pale;
    }

    /** The pixels of the images in a picture: JDKs compress them to different bytes. */
    private static List<int[]> pixels(String svg) throws IOException {
        List<int[]> pixels = new ArrayList<>();
        Matcher png = PNG.matcher(svg);
        while (png.find()) {
            byte[] file = Base64.getDecoder().decode(png.group(1));
            BufferedImage image = ImageIO.read(new ByteArrayInputStream(file));
            pixels.add(image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth()));
        }
        return pixels;
    }
}
