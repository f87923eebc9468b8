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
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A simple name stands for one type of the library, and no comment is wider than the code. */
@Tag("sources")
class NamesTest {
    private static final Path ROOT = Path.of("..");
    private static final int COLUMNS = 120;
    private static final List<String> LIBRARY = List.of("core", "backend-host", "backend-cuda", "backend-hip");

    /** The door to native memory has one name on both kinds of GPU: a user imports the one of his GPU. */
    private static final Set<String> TWINS = Set.of("ViewMemory");

    @Test
    void a_simple_name_stands_for_one_type() throws IOException {
        Map<String, Set<String>> packages = new TreeMap<>();
        for (String module : LIBRARY) {
            Path main = ROOT.resolve(module).resolve("src/main/java");
            for (Path file : javaFiles(main)) {
                packages.computeIfAbsent(file.getFileName().toString().replace(".java", ""), name -> new TreeSet<>())
                        .add(main.relativize(file.getParent()).toString());
            }
        }
        packages.keySet().removeAll(Set.of("package-info", "module-info"));
        assertThat(packages).containsKey("Graph");
        packages.values().removeIf(places -> places.size() == 1);
        assertThat(packages.keySet()).isEqualTo(TWINS);
    }

    /** Types had these names before they got the field's words; a reader of the web finds nothing by them. */
    private static final Set<String> RETIRED =
            Set.of(("Apart Attempts Awaited CallSequence Chains CheckedPasses Choice Claims CodeLoop Collision Copies"
                            + " Countdown Cores Crew Draft Executions Flow Front Frontier GpuScript Hand KeptElements"
                            + " KernelTouch KernelUse LaneKinds Launch LonelyCore Made MemoryUses Merge Merges Narrowing"
                            + " NodeTouches NodeUses Owned Pace Pool Precedence Recent Rehearsal Scopes Seat Shortcut"
                            + " Sleepers Straight Tape TapeList TapeRun TapeState Tapes TapesBuilder Tidy Touch Touched"
                            + " Touches Trial Trials Turns Twins ViewAccess ViewUse Watch Way")
                    .split(" "));

    @Test
    void no_type_has_a_retired_name() throws IOException {
        Pattern declared = Pattern.compile("(?m)^[ \\w]*\\b(?:class|interface|record|enum) (\\w+)");
        Set<String> names = new TreeSet<>();
        for (Path file : javaFilesOfAllModules()) {
            declared.matcher(Files.readString(file)).results().forEach(type -> names.add(type.group(1)));
        }
        assertThat(names).contains("TaskDispatcher", "FusionKind").doesNotContainAnyElementsOf(RETIRED);
    }

    @Test
    void comments_keep_to_the_columns() throws IOException {
        List<String> wide = new ArrayList<>();
        for (Path file : javaFilesOfAllModules()) {
            addWide(file, wide);
        }
        assertThat(wide).isEmpty();
    }

    /** A sentence has a subject, which names a thing of the program. */
    @Test
    void comments_begin_with_a_subject() throws IOException {
        Pattern headless = Pattern.compile(
                "(?m)^\\s*(/\\*\\*|/\\*\\*\\R\\s*\\*|//) (Who|What|Whether|So (often|long|many)|That which)\\b.*");
        List<String> found = new ArrayList<>();
        for (Path file : javaFilesOfAllModules()) {
            if (file.toString().contains("main")) {
                headless.matcher(Files.readString(file)).results().forEach(hit -> found.add(file + hit.group()));
            }
        }
        assertThat(found).isEmpty();
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

    private static void addWide(Path file, List<String> wide) throws IOException {
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            String text = line.strip();
            boolean isComment = text.startsWith("*") || text.startsWith("/*") || text.startsWith("//");
            if (isComment && line.length() > COLUMNS) {
                wide.add(file + ":" + number);
            }
        }
    }

    private static List<Path> javaFilesOfAllModules() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String module : List.of("core", "backend-host", "backend-cuda", "backend-hip", "samples", "docs")) {
            files.addAll(javaFiles(ROOT.resolve(module).resolve("src")));
        }
        return files;
    }

    private static List<Path> javaFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }
}
