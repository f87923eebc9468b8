package org.sporos.arch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The Java files of all modules, those below {@code core} among them. */
final class ModuleSources {
    private static final Path ROOT = Path.of("..");

    private ModuleSources() {}

    /** Returns the main sources, with the templates of generated ones. */
    static List<Path> main() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path module : modules()) {
            found.addAll(below(module.resolve("src/main/java")));
            found.addAll(below(module.resolve("src/main/templates")));
        }
        return found;
    }

    /** Returns the folders of the modules, sorted. */
    static List<Path> modules() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> parts = Files.list(ROOT.resolve("core"))) {
            return Stream.concat(top, parts)
                    .filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the Java files below a folder, none if there is no such folder. */
    static List<Path> below(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }
}
