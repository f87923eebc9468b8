package org.sporos.samples.picture;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/**
 * The PNG file format, as much of it as writes 8-bit RGB pictures; java.desktop is not needed. Source: W3C, Portable
 * Network Graphics Specification.
 */
public final class Png {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final byte FILTER_SUB = 1;

    private Png() {}

    /**
     * Writes a raster to a file; missing folders are made.
     *
     * @throws IOException if it cannot be written
     */
    public static void write(Path file, Raster raster) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, encode(raster));
    }

    /** Returns the content of the file. */
    public static byte[] encode(Raster raster) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(SIGNATURE);
            chunk(out, "IHDR", header(raster));
            chunk(out, "IDAT", pixels(raster));
            chunk(out, "IEND", new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException("a byte array refused bytes", e);
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

    /** Width, height, 8 bits, RGB, and the only methods of compression, filtering and order there are. */
    private static byte[] header(Raster raster) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(raster.width());
        out.writeInt(raster.height());
        out.write(new byte[] {8, 2, 0, 0, 0});
        return bytes.toByteArray();
    }

    /** Row by row the differences of each pixel to its left neighbour, which compress better than the pixels. */
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
