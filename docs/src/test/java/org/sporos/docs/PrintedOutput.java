package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Keeps what a test prints and compares it with what the pages say that it prints. */
final class PrintedOutput implements BeforeEachCallback, AfterEachCallback {
    private static final boolean UPDATE = Boolean.getBoolean("sporos.docs.update");
    private static final String SPACE = "sporos.space";

    private final PrintStream out = System.out;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Override
    public void beforeEach(ExtensionContext context) {
        System.setProperty(SPACE, strictHost(System.getProperty(SPACE, "host")));
        printed.reset();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    /** The pages show what happens on host; the strict mode shows that they would also hold on a device. */
    private static String strictHost(String space) {
        String host = space.startsWith("host") ? space : "host";
        return host.contains(",strict") ? host : host + ",strict";
    }

    @Override
    public void afterEach(ExtensionContext context) {
        System.setOut(out);
        String name = context.getRequiredTestClass().getSimpleName() + "."
                + context.getRequiredTestMethod().getName();
        String text = printed.toString(StandardCharsets.UTF_8).stripTrailing();
        if (context.getExecutionException().isPresent()) {
            out.println(text);
            return;
        }
        if (UPDATE) {
            DocFile.rewrite("output", name, text);
        }
        List<String> shown = shown(name);
        if (!text.isEmpty()) {
            assertThat(shown)
                    .as("blocks <!-- output: " + name + " --> for:\n" + text)
                    .isNotEmpty();
        }
        assertThat(shown).as("output of " + name).allMatch(text::equals);
    }

    private static List<String> shown(String name) {
        List<String> shown = new ArrayList<>();
        for (DocFile file : DocFile.all()) {
            for (DocFile.Block block : file.blocks()) {
                if (block.kind().equals("output") && block.name().equals(name)) {
                    shown.add(file.text(block));
                }
            }
        }
        return shown;
    }
}
