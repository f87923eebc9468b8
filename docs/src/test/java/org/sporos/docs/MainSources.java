package org.sporos.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The main sources of a module: what is written by hand, and the templates of what is generated. */
final class MainSources {
    /** The modules that programs depend on. */
    static final List<String> LIBRARY = List.of(
            "core",
            "core/algorithms",
            "core/communicators",
            "core/sweeps",
            "core/junit",
            "backend-host",
            "backend-cuda",
            "backend-hip");

    private MainSources() {}

    /** Returns the files of all modules that programs depend on. */
    static List<Path> ofLibrary() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String module : LIBRARY) {
            all.addAll(of(module));
        }
        return all;
    }

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
