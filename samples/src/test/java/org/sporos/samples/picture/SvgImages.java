package org.sporos.samples.picture;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;

/** The images in a picture, apart from its text: JDKs compress equal pixels to different bytes. */
public final class SvgImages {
    private static final Pattern DATA = Pattern.compile("data:image/png;base64,([^\"]+)");

    private SvgImages() {}

    /** Returns the text of a picture without its images. */
    public static String without(String svg) {
        return DATA.matcher(svg).replaceAll("");
    }

    /** Returns the colours of each image in a picture, row by row from above. */
    public static List<int[]> pixels(String svg) {
        return images(svg).stream()
                .map(image -> image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth()))
                .toList();
    }

    /** Returns the images in a picture. */
    static List<BufferedImage> images(String svg) {
        return DATA.matcher(svg)
                .results()
                .map(match -> image(Base64.getDecoder().decode(match.group(1))))
                .toList();
    }

    private static BufferedImage image(byte[] png) {
        try {
            return ImageIO.read(new ByteArrayInputStream(png));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
