package org.sporos.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The snippets in the test sources of this module and in the samples: the lines between {@code // snippet: name} and
 * {@code // end}, without their common indentation. A snippet may lie in another one.
 */
final class Snippets {
    private static final List<String> SOURCES =
            List.of("docs/src/test/java", "backend-cuda/src/test/java", "samples/src/main/java");
    private static final String BEGIN = "// snippet: ";
    private static final String END = "// end";

    private Snippets() {}

    /** Returns the text of each snippet by its name. */
    static Map<String, String> all() {
        Map<String, String> snippets = new TreeMap<>();
        for (String folder : SOURCES) {
            try (Stream<Path> files = Files.walk(DocFile.ROOT.resolve(folder))) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    collect(file, Files.readAllLines(file), snippets);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return snippets;
    }

    /** Adds the snippets of a file; the text of an outer one has that of an inner one without its two comments. */
    static void collect(Path file, List<String> lines, Map<String, String> snippets) {
        for (int at = 0; at < lines.size(); at++) {
            String line = lines.get(at).strip();
            if (line.startsWith(BEGIN)) {
                String name = line.substring(BEGIN.length());
                String before = snippets.put(name, dedented(text(lines, at + 1)));
                if (before != null) {
                    throw new IllegalStateException("the snippet " + name + " exists twice, once in " + file);
                }
            }
        }
    }

    private static List<String> text(List<String> lines, int begin) {
        List<String> text = new ArrayList<>();
        int open = 1;
        for (int at = begin; open > 0; at++) {
            String line = lines.get(at).strip();
            if (line.startsWith(BEGIN)) {
                open++;
            } else if (line.equals(END)) {
                open--;
            } else {
                text.add(lines.get(at));
            }
        }
        return text;
    }

    static String dedented(List<String> lines) {
        int indent = lines.stream()
                .filter(line -> !line.isBlank())
                .mapToInt(line -> line.length() - line.stripLeading().length())
                .min()
                .orElse(0);
        return lines.stream()
                .map(line -> line.isBlank() ? "" : line.substring(indent))
                .collect(Collectors.joining("\n"))
                .strip();
    }
}
