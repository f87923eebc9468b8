package org.sporos.gpu;

/**
 * A copy of up to three dimensions between two addresses: {@code depth} planes of {@code height} rows of {@code width}
 * bytes.
 *
 * @param to the address of the first byte to write
 * @param toPitch the bytes from one row to the next
 * @param toHeight the rows from one plane to the next
 * @param from the address of the first byte to read
 * @param fromPitch the bytes from one row to the next
 * @param fromHeight the rows from one plane to the next
 */
public record CopyShape(
        long to,
        long toPitch,
        long toHeight,
        long from,
        long fromPitch,
        long fromHeight,
        long width,
        long height,
        long depth) {

    /** Returns the copy of contiguous bytes. */
    public static CopyShape linear(long to, long from, long bytes) {
        return new CopyShape(to, bytes, 1, from, bytes, 1, bytes, 1, 1);
    }
}
