package org.sporos.kernel.cpp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sporos.error.InternalException;

/** The text at the start of programs: Java's operators in a dialect. */
final class Prelude {
    /** The prefix of the name of each function of StrictMath. */
    private static final String STRICT = "java::strict_";

    /** The function that prints a line, called in debug mode only. */
    private static final String PRINT = "java::print(";

    private static final List<String> PRINTS = List.of("print.h");

    /** The functions that launches of many phases call, and of phases that are repeated. */
    private static final List<String> PHASED = List.of("java::phases<", "java::loop(");

    private static final List<String> PHASES = List.of("phases.h");

    private static final Map<List<String>, String> TEXTS = new ConcurrentHashMap<>();

    private Prelude() {}

    /** Returns the prelude of some kernels. StrictMath is long, and included only if it is called. */
    static String of(CppDialect dialect, String kernels) {
        String text = TEXTS.computeIfAbsent(dialect.prelude(), Prelude::load);
        String math = kernels.contains(STRICT) ? TEXTS.computeIfAbsent(dialect.strictMath(), Prelude::load) : "";
        String prints = kernels.contains(PRINT) ? TEXTS.computeIfAbsent(PRINTS, Prelude::load) : "";
        String phases = PHASED.stream().anyMatch(kernels::contains) ? TEXTS.computeIfAbsent(PHASES, Prelude::load) : "";
        return text + math + prints + phases;
    }

    private static String load(List<String> parts) {
        StringBuilder text = new StringBuilder();
        for (String part : parts) {
            try (InputStream in = Prelude.class.getResourceAsStream(part)) {
                if (in == null) {
                    throw new InternalException("the prelude " + part + " is missing");
                }
                text.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new InternalException("the prelude " + part + " cannot be read", e);
            }
        }
        return text.toString();
    }
}
