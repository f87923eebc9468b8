package org.sporos.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The main sources of a module: what is written by hand, and the templates of what is generated. */
final class MainSources {

    private MainSources() {}

    /** Returns its files. */
    static List<Path> of(String module) throws IOException {
        List<Path> found = new ArrayList<>();
        for (String folder : List.of("java", "templates")) {
            Path sources = DocFile.ROOT.resolve(module).resolve("src/main").resolve(folder);
            if (Files.isDirectory(sources)) {
                try (Stream<Path> files = Files.walk(sources)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
                }
            }
        }
        return found;
    }
}
