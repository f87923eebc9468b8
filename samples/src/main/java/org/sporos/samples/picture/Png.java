package org.sporos.samples.picture;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/** PNG files of at most 256 colours, after ISO/IEC 15948; {@code javax.imageio} needs a runtime with java.desktop. */
final class Png {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    /** Each byte of a row stands as its difference from the one before it, which is small in smooth fields. */
    private static final byte FILTER_SUB = 1;

    private Png() {}

    /** The colour of a pixel: an index into the palette; row 0 is the highest. */
    @FunctionalInterface
    interface Pixels {
        int at(int column, int row);
    }

    /**
     * Returns the content of a file.
     *
     * @param palette colours {@code 0xRRGGBB}
     */
    static byte[] encode(int width, int height, int[] palette, Pixels pixels) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(SIGNATURE);
            chunk(out, "IHDR", header(width, height));
            chunk(out, "PLTE", colours(palette));
            chunk(out, "IDAT", rows(width, height, pixels));
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

    /**
     * Width, height, 8 bits, indexes of a palette, and the only methods of compression, filtering and order there are.
     */
    private static byte[] header(int width, int height) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(width);
        out.writeInt(height);
        out.write(new byte[] {8, 3, 0, 0, 0});
        return bytes.toByteArray();
    }

    private static byte[] colours(int[] palette) {
        byte[] bytes = new byte[3 * palette.length];
        for (int at = 0; at < bytes.length; at++) {
            bytes[at] = (byte) (palette[at / 3] >> 8 * (2 - at % 3));
        }
        return bytes;
    }

    private static byte[] rows(int width, int height, Pixels pixels) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            for (int row = 0; row < height; row++) {
                out.write(FILTER_SUB);
                int left = 0;
                for (int column = 0; column < width; column++) {
                    int index = pixels.at(column, row);
                    out.write(index - left);
                    left = index;
                }
            }
        }
        return bytes.toByteArray();
    }
}
