package org.sporos.kernel.cpp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The text that programs begin with: Java's operators in the words of a dialect. */
final class Prelude {
    private static final Map<CppDialect, String> TEXTS = new ConcurrentHashMap<>();

    private Prelude() {}

    static String of(CppDialect dialect) {
        return TEXTS.computeIfAbsent(dialect, Prelude::load);
    }

    private static String load(CppDialect dialect) {
        StringBuilder text = new StringBuilder();
        for (String part : dialect.prelude()) {
            try (InputStream in = Prelude.class.getResourceAsStream(part)) {
                if (in == null) {
                    throw new IllegalStateException("a bug in Sporos: the prelude " + part + " is missing");
                }
                text.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return text.toString();
    }
}
