package org.sporos.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No source file leads back to itself by way of others, in any module: then each can be read, and tested, after those
 * that it uses. Cycles that may stay are listed here by the files in them, with the reason.
 */
final class FileCyclesTest {
    private static final String VALUES =
            "a family of values that name each other in signatures, as a list and its nodes do";
    private static final String RECURSION = "a recursive descent over a tree, cut into one file a kind of node";
    private static final String FACTORY = "an interface whose factory method makes the library's own kind of it";
    private static final String ALGORITHM = "a value that offers what an algorithm in a file of its own answers";

    /** Files that may name each other in a circle; those of other packages than the first begin with theirs. */
    private record Allowed(String reason, String in, String files) {
        Set<String> names() {
            return Stream.of(files.split(" "))
                    .map(file -> "org.sporos." + (file.contains(".") ? "" : in + ".") + file)
                    .collect(Collectors.toSet());
        }
    }

    private static final List<Allowed> ALLOWED = List.of(
            new Allowed(VALUES, "space", "ExecutionSpace ExecutionStream"),
            new Allowed(ALGORITHM, "internal.run", "Footprint FootprintPair"),
            new Allowed(VALUES, "view", "$Type$View Format View ViewFills ViewSpec Views internal.view.ViewRecorder"),
            new Allowed(VALUES, "internal.view", "LevelMemory RingState"),
            new Allowed(VALUES, "policy", "IndexSet LongRangePolicy MDRangePolicy Policy RangePolicy TeamPolicy"),
            new Allowed(VALUES, "policy", "$Type$Contribution TeamMember"),
            new Allowed(VALUES, "param", "$Type$Param Param"),
            new Allowed(
                    VALUES,
                    "graph",
                    "AllocateNodeRef BodyLines BodyTask Conditional Contributions Definition EagerCalls EagerRun"
                            + " ExecutableGraph Graph GraphCompiler GraphRecorder GraphRunException KernelWork"
                            + " LambdaArgument LeafWork MemoryPlan NestedGraph Nesting Node NodeRef ParamFills Placement"
                            + " Profile Recording SourceLocation Submission Task Tasks UpdateResult"
                            + " Verification Work WorkVisitor"),
            new Allowed(VALUES, "plan", "LaunchPlan LaunchUnit"),
            new Allowed(
                    RECURSION, "host.task", "Member MemberThread Nested$Type$Scan Nested$Type$s Team Vector$Type$s"));

    /**
     * A reference against the order, to a file that leads back to the one that has it; not followed by the tests below.
     */
    private record Upward(String reason, String from, String to) {}

    private static final String CALLS =
            "the arguments of space.parallelFor and its like are policies, views and tasks, which know spaces: decision 17";
    private static final List<Upward> UPWARD = List.of(
            new Upward(CALLS, "org.sporos.space.ExecutionSpace", "org.sporos.graph.EagerCalls"),
            new Upward(CALLS, "org.sporos.space.ExecutionStream", "org.sporos.graph.EagerCalls"),
            new Upward(FACTORY, "org.sporos.space.MemorySpace", "org.sporos.internal.space.HostMemorySpace"));

    @TempDir
    Path folder;

    @Test
    void no_file_leads_back_to_itself() throws IOException {
        List<Set<String>> cycles = cycles(ModuleSources.main());
        List<String> news = new ArrayList<>();
        for (Set<String> cycle : cycles) {
            if (ALLOWED.stream().noneMatch(allowed -> allowed.names().containsAll(cycle))) {
                news.add("a cycle of " + cycle.size() + " files: " + cycle);
            }
        }
        assertThat(news).isEmpty();
    }

    @Test
    void each_cycle_of_the_list_is_there() throws IOException {
        List<Set<String>> cycles = cycles(ModuleSources.main());
        assertThat(ALLOWED)
                .allMatch(allowed ->
                        cycles.stream().anyMatch(cycle -> allowed.names().containsAll(cycle)));
    }

    @Test
    void each_upward_reference_is_needed_and_is_the_one_of_its_file() throws IOException {
        Map<String, Set<String>> references = FileReferences.of(ModuleSources.main(), elements());
        for (Upward upward : UPWARD) {
            String folder = upward.from.substring(0, upward.from.lastIndexOf('.') + 1);
            assertThat(references.get(upward.from))
                    .as(upward.toString())
                    .contains(upward.to)
                    .allMatch(to -> to.startsWith(folder) || to.equals(upward.to));
            assertThat(FileReferences.cycles(references))
                    .anyMatch(cycle -> cycle.containsAll(List.of(upward.from, upward.to)));
        }
    }

    /** A room of the host uses those before it in this list and none behind it. */
    private static final List<String> HOST_ROOMS =
            List.of("natives", "mpi", "jit", "task", "schedule", "tune", "run", "threads", "submit");

    @Test
    void the_rooms_of_the_host_have_an_order() throws IOException {
        Set<String> backwards = new TreeSet<>();
        FileReferences.of(ModuleSources.main(), elements()).forEach((file, others) -> {
            for (String other : others) {
                if (isHost(file) && isHost(other) && room(other) > room(file)) {
                    backwards.add(file + " uses " + other);
                }
            }
        });
        assertThat(backwards).isEmpty();
    }

    private static boolean isHost(String file) {
        return file.startsWith("org.sporos.host.");
    }

    /** Returns the place of a file's room in the order; what is in no room comes last. */
    private static int room(String file) {
        String[] parts = file.split("\\.");
        int room = parts.length == 5 ? HOST_ROOMS.indexOf(parts[3]) : HOST_ROOMS.size();
        assertThat(room).as("a room for " + file).isNotNegative();
        return room;
    }

    @Test
    void a_cycle_is_found_by_code_alone() throws IOException {
        List<Path> sources = List.of(
                source("a/One.java", "package org.sporos.a;", "import org.sporos.b.Two;", "class One { Two two; }"),
                source("b/Two.java", "package org.sporos.b;", "class Two { int x = Three.CONSTANT; }"),
                source("b/Three.java", "package org.sporos.b;", "class Three { org.sporos.a.One.Nested one; }"),
                source(
                        "b/Talks.java",
                        "package org.sporos.b;",
                        "/** {@link Two} */ class Talks { String s = \"Two\"; }"),
                source("b/Hides.java", "package org.sporos.b;", "class Hides { Talks t; class Two {} Two own; }"));
        assertThat(cycles(sources))
                .containsExactly(Set.of("org.sporos.a.One", "org.sporos.b.Two", "org.sporos.b.Three"));
    }

    @Test
    void a_cycle_by_way_of_a_generated_type_or_a_static_import_is_found() throws IOException {
        List<Path> sources = List.of(
                source("v/$Type$View.java", "package org.sporos.v;", "class ${t.Type}View { View v = twice(); }"),
                source("v/View.java", "package org.sporos.v;", "interface View { IntView ints(); }"),
                source(
                        "v/A.java",
                        "package org.sporos.v;",
                        "import static org.sporos.w.B.b;",
                        "class A { int a = b(); }"),
                source("w/B.java", "package org.sporos.w;", "class B { static int b() { return org.sporos.v.A.C; } }"));
        assertThat(cycles(sources))
                .containsExactlyInAnyOrder(
                        Set.of("org.sporos.v.$Type$View", "org.sporos.v.View"),
                        Set.of("org.sporos.v.A", "org.sporos.w.B"));
    }

    @Test
    void what_a_template_includes_is_a_part_of_it() throws IOException {
        List<Path> sources = List.of(
                source("graph/Task.java", "package org.sporos.graph;", "class Task { [#include '/@build/verbs.ftl'] }"),
                source("graph/Capture.java", "package org.sporos.graph;", "class Capture { Task task; }"));
        assertThat(cycles(sources)).containsExactly(Set.of("org.sporos.graph.Capture", "org.sporos.graph.Task"));
    }

    private Path source(String name, String... lines) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, String.join("\n", lines));
    }

    private static List<Set<String>> cycles(Collection<Path> sources) throws IOException {
        Map<String, Set<String>> references = FileReferences.of(sources, elements());
        for (Upward upward : UPWARD) {
            references.getOrDefault(upward.from, new TreeSet<>()).remove(upward.to);
        }
        return FileReferences.cycles(references);
    }

    /** Returns the first cell of each row of the table of element types. */
    private static List<String> elements() throws IOException {
        return Files.readAllLines(Path.of("src/build/element-types.csv")).stream()
                .skip(1)
                .map(row -> row.substring(0, row.indexOf('|')).strip())
                .toList();
    }
}
