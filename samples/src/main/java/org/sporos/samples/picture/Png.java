package org.sporos.samples.picture;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/**
 * A writer of the PNG file format for 8-bit RGB pictures and animations. Java's ImageIO is not used because it needs
 * java.desktop, which is not in the bundle's runtime, and writes no animations. Source: W3C, Portable Network Graphics
 * (PNG) Specification (Third Edition).
 */
public final class Png {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final byte FILTER_SUB = 1;

    private Png() {}

    /**
     * Writes a raster to a file; missing folders are created.
     *
     * @throws IOException if it cannot be written
     */
    public static void write(Path file, Raster raster) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, encode(raster));
    }

    /**
     * Writes an animation, of which viewers without support show the first frame; missing folders are created.
     *
     * @param milliseconds the duration of each frame
     * @throws IllegalArgumentException if there is no frame, or their sizes differ
     * @throws IOException if it cannot be written
     */
    public static void write(Path file, List<Raster> frames, int milliseconds) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, encode(frames, milliseconds));
    }

    /** Returns the content of the file. */
    public static byte[] encode(Raster raster) {
        return encode(List.of(raster), 0);
    }

    /**
     * Returns the content of the file of an animation.
     *
     * @throws IllegalArgumentException if there is no frame, or their sizes differ
     */
    public static byte[] encode(List<Raster> frames, int milliseconds) {
        if (frames.isEmpty()) {
            throw new IllegalArgumentException("an animation without a frame; give at least one");
        }
        Raster first = frames.get(0);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(SIGNATURE);
            chunk(out, "IHDR", header(first));
            if (frames.size() == 1) {
                chunk(out, "IDAT", pixels(first));
            } else {
                chunk(out, "acTL", numbers(frames.size(), 0));
                for (int f = 0; f < frames.size(); f++) {
                    frame(out, f, frames.get(f), first, milliseconds);
                }
            }
            chunk(out, "IEND", new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException("a byte array refused bytes", e);
        }
        return bytes.toByteArray();
    }

    /** Writes one frame; each chunk of an animation, except the first pixel data, has a sequence number from 0. */
    private static void frame(DataOutputStream out, int f, Raster raster, Raster first, int milliseconds)
            throws IOException {
        if (raster.width() != first.width() || raster.height() != first.height()) {
            throw new IllegalArgumentException("frame " + f + " is " + raster.width() + " x " + raster.height()
                    + " and the first one " + first.width() + " x " + first.height() + "; give frames of one size");
        }
        ByteArrayOutputStream control = new ByteArrayOutputStream();
        DataOutputStream fields = new DataOutputStream(control);
        fields.write(numbers(f == 0 ? 0 : 2 * f - 1, raster.width(), raster.height(), 0, 0));
        fields.writeShort(milliseconds);
        fields.writeShort(1000);
        // No disposal of the previous frame, and no blending.
        fields.write(new byte[] {0, 0});
        chunk(out, "fcTL", control.toByteArray());
        if (f == 0) {
            chunk(out, "IDAT", pixels(raster));
        } else {
            ByteArrayOutputStream data = new ByteArrayOutputStream();
            data.write(numbers(2 * f));
            data.write(pixels(raster));
            chunk(out, "fdAT", data.toByteArray());
        }
    }

    private static byte[] numbers(int... values) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (int value : values) {
            out.writeInt(value);
        }
        return bytes.toByteArray();
    }

    private static void chunk(DataOutputStream out, String name, byte[] content) throws IOException {
        byte[] type = name.getBytes(StandardCharsets.US_ASCII);
        CRC32 crc = new CRC32();
        crc.update(type);
        crc.update(content);
        out.writeInt(content.length);
        out.write(type);
        out.write(content);
        out.writeInt((int) crc.getValue());
    }

    /** Width, height, 8 bits, RGB, and the only defined methods of compression, filtering and order. */
    private static byte[] header(Raster raster) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(raster.width());
        out.writeInt(raster.height());
        out.write(new byte[] {8, 2, 0, 0, 0});
        return bytes.toByteArray();
    }

    /** The Sub filter: differences of each pixel to its left neighbour, which compress better than the pixels. */
    private static byte[] pixels(Raster raster) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            for (int y = 0; y < raster.height(); y++) {
                out.write(FILTER_SUB);
                int left = 0;
                for (int x = 0; x < raster.width(); x++) {
                    int colour = raster.colour(x, y);
                    for (int shift = 16; shift >= 0; shift -= 8) {
                        out.write((colour >> shift) - (left >> shift));
                    }
                    left = colour;
                }
            }
        }
        return bytes.toByteArray();
    }
}
