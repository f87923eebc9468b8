package org.sporos.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A simple name stands for one type of the library. */
@Tag("sources")
class NamesTest {
    private static final Path SAMPLES = Path.of("../samples");
    private static final Path DOCS = Path.of("../docs");

    /** The door to native memory has one name on both kinds of GPU: a user imports the one of his GPU. */
    private static final Set<String> TWINS = Set.of("ViewMemory");

    @Test
    void a_simple_name_stands_for_one_type() throws IOException {
        Map<String, Set<String>> packages = new TreeMap<>();
        for (Path module : ModuleSources.modules()) {
            if (module.equals(SAMPLES) || module.equals(DOCS)) {
                continue;
            }
            Path main = module.resolve("src/main/java");
            for (Path file : ModuleSources.below(main)) {
                packages.computeIfAbsent(file.getFileName().toString().replace(".java", ""), name -> new TreeSet<>())
                        .add(main.relativize(file.getParent()).toString());
            }
        }
        packages.keySet().removeAll(Set.of("package-info", "module-info"));
        assertThat(packages).containsKey("Graph");
        packages.values().removeIf(places -> places.size() == 1);
        assertThat(packages.keySet()).isEqualTo(TWINS);
    }

    @Test
    void a_file_holds_the_type_of_its_name() throws IOException {
        List<String> others = new ArrayList<>();
        for (Path file : javaFilesOfAllModules()) {
            String name = file.getFileName().toString().replace(".java", "");
            Pattern declared = Pattern.compile("\\b(class|interface|record|enum)\\s+" + Pattern.quote(name) + "\\b");
            boolean isType = !name.contains("$") && !name.contains("-info");
            if (isType && !declared.matcher(Files.readString(file)).find()) {
                others.add(file.toString());
            }
        }
        assertThat(others).isEmpty();
    }

    private static List<Path> javaFilesOfAllModules() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path module : ModuleSources.modules()) {
            files.addAll(ModuleSources.below(module.resolve("src")));
        }
        return files;
    }
}
