package org.sporos.host.cpp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/** The name of this processor with a digest of its features: a compiled library may need them. */
final class CpuFeatures {
    private static final Path FILE = Path.of("/proc/cpuinfo");
    private static final String NAME = of(lines());

    private CpuFeatures() {}

    /** Returns its model and a digest of what it can do, in one line. */
    static String name() {
        return NAME;
    }

    static String of(List<String> lines) {
        String model = value(lines, "model name");
        String features = value(lines, "flags") + value(lines, "Features");
        String digest = UUID.nameUUIDFromBytes(features.getBytes(StandardCharsets.UTF_8))
                .toString()
                .substring(0, 8);
        return (model.isEmpty() ? System.getProperty("os.arch") : model) + " with features " + digest;
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
