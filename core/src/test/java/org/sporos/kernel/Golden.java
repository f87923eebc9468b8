package org.sporos.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares text with a file of the test resources; the property {@code sporos.golden} names a folder to write it to.
 */
final class Golden {
    private Golden() {}

    static void assertEqual(String file, String text) {
        try (InputStream in = Golden.class.getResourceAsStream(file)) {
            String folder = System.getProperty("sporos.golden");
            if (folder != null) {
                Files.writeString(Path.of(folder, file), text);
                return;
            }
            String expected = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text).isEqualTo(expected);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
