package org.sporos.gpu;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The compiled images of one device, each compiled once. Thread-safe. */
final class GpuImages {
    private final GpuDriver driver;
    private final Map<Key, byte[]> images = new ConcurrentHashMap<>();

    private record Key(String source, List<String> flags) {}

    GpuImages(GpuDriver driver) {
        this.driver = driver;
    }

    byte[] image(String source, List<String> flags) {
        return images.computeIfAbsent(
                new Key(source, List.copyOf(flags)), key -> driver.compile(key.source(), "sporos.cu", key.flags()));
    }
}
