package org.sporos.host.natives;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The architecture of the JVM (which may be emulated), the model of the processor, and a digest of its features, on
 * which compiled libraries depend. ARM has a part number in place of a model.
 */
final class CpuFeatures {
    private static final Path FILE = Path.of("/proc/cpuinfo");
    private static final String NAME = of(lines());

    private CpuFeatures() {}

    /** Returns architecture, model and digest in one line. */
    static String name() {
        return NAME;
    }

    static String of(List<String> lines) {
        String model = value(lines, "model name");
        String features = Stream.of("flags", "Features", "CPU implementer", "CPU part")
                .map(key -> value(lines, key))
                .collect(Collectors.joining());
        String digest = UUID.nameUUIDFromBytes(features.getBytes(StandardCharsets.UTF_8))
                .toString()
                .substring(0, 8);
        return System.getProperty("os.arch") + " " + (model.isEmpty() ? "" : model + " ") + "with features " + digest;
    }

    private static String value(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key) && line.contains(":"))
                .findFirst()
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .orElse("");
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(FILE);
        } catch (IOException unknown) {
            return List.of();
        }
    }
}
