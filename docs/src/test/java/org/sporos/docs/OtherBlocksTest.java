package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Blocks that are neither Java snippets nor output of tests. What CI runs is taken from the page; the commands of the
 * others name profiles, programs and files that exist; dependencies belong to {@link DependenciesOnPagesTest}. Blocks
 * that nothing can check stand in a list here, with the reason.
 */
final class OtherBlocksTest {
    /** The languages of the blocks that stand on a page for comparison or as an example, with the reason. */
    private static final Map<String, String> UNCHECKED = Map.of(
            "docs/passes-of-the-kernel-compiler.md text",
                    "listings that LoopPipelineTest of core compares, and a pass that is not in the list",
            "docs/kokkos.md cpp", "C++ of Kokkos beside its translation; Kokkos is no part of the tests",
            "docs/guide/debugging-a-kernel.md text", "a session of jdb, which shows names that javac makes",
            "docs/guide/host-backend-and-strict-mode.md text", "explain() with times, which differ in each run",
            "docs/guide/memory-and-events.md text", "free memory of a machine, and times",
            "docs/guide/sweeps.md text", "output of SparkSweep; Spark is no part of the tests",
            "docs/guide/why-is-my-graph-slow.md text", "profiles with times, which differ in each run",
            "docs/own-project.md text", "warnings of a JVM, which name its version",
            "docs/use-my-gpu.md text", "names the devices of a machine");

    /** Commands that {@code .ci/run} takes out of their page, by the heading above them. */
    private static final Pattern RUN_BY_CI = Pattern.compile("fenced_command (\\S+\\.md) '(#+ [^']+)'");

    private static final Pattern PROFILE = Pattern.compile("-P(\\w+)");
    private static final Pattern MODULE = Pattern.compile("-pl (\\S+)");
    private static final Pattern CLASS =
            Pattern.compile("-D(?:sample|test|args)=\"?([A-Z]\\w+)|java (org\\.sporos[\\w.]+)");
    private static final Pattern FOLDER = Pattern.compile("cd (samples/\\S+)");
    private static final Pattern PROPERTY = Pattern.compile("-D(sporos\\.[a-z.]+)=");

    @Test
    void every_block_is_checked_by_a_test_or_listed() {
        List<String> unknown = new ArrayList<>();
        for (DocFile file : DocFile.all()) {
            for (DocFile.Block block : file.blocks()) {
                boolean checked = !block.kind().isEmpty()
                        || Set.of("java", "sh", "xml").contains(block.language())
                        || isFile(file, block)
                        || UNCHECKED.containsKey(file.path() + " " + block.language());
                if (!checked) {
                    unknown.add(file.where(block) + " " + block.language());
                }
            }
        }
        assertThat(unknown).isEmpty();
    }

    /** Files of the page "Your own project" are compiled and run by CI. */
    private static boolean isFile(DocFile file, DocFile.Block block) {
        return file.path().endsWith("own-project.md")
                && file.lines().get(block.begin() - 2).startsWith("<!-- file: ");
    }

    @Test
    void lists_name_blocks_that_exist() {
        Set<String> existing = new TreeSet<>();
        DocFile.all()
                .forEach(file -> file.blocks().forEach(block -> existing.add(file.path() + " " + block.language())));
        assertThat(existing).containsAll(UNCHECKED.keySet());
    }

    @Test
    void commands_name_what_exists() throws IOException {
        Names names = Names.read();
        List<String> wrong = new ArrayList<>();
        for (DocFile file : DocFile.all()) {
            for (DocFile.Block block : file.blocks()) {
                if (block.language().equals("sh")) {
                    names.wrong(file.text(block)).forEach(name -> wrong.add(file.where(block) + " " + name));
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void a_wrong_name_in_a_command_is_found() throws IOException {
        String command = "mvn -Pnone -pl nowhere -Dsample=Gone -Dsporos.not=1 && cd samples/none\n"
                + "mvn -Prun -pl samples -am -Dsample=bench.CgLoop -Dsporos.space=cuda && cd samples/src/bench";
        assertThat(Names.read().wrong(command))
                .containsExactly(
                        "profile none", "module nowhere", "class Gone", "folder samples/none", "property sporos.not");
    }

    @Test
    void commands_that_ci_takes_from_pages_are_there() throws IOException {
        Matcher command = RUN_BY_CI.matcher(Files.readString(DocFile.ROOT.resolve(".ci/run")));
        int found = 0;
        while (command.find()) {
            DocFile page = DocFile.read(DocFile.ROOT.resolve(command.group(1)));
            int heading = page.lines().indexOf(command.group(2));
            assertThat(heading).as(command.group()).isNotNegative();
            assertThat(page.blocks())
                    .as(command.group())
                    .anyMatch(
                            block -> block.begin() > heading && block.language().equals("sh"));
            found++;
        }
        assertThat(found).isGreaterThan(2);
    }

    /** Names that commands may use: profiles of the POMs, classes, properties. */
    private record Names(Set<String> profiles, Set<String> classes, String properties) {
        private static final Pattern ID = Pattern.compile("<profile>\\s*<id>([^<]+)</id>");

        static Names read() throws IOException {
            Set<String> profiles = new TreeSet<>();
            Set<String> classes = new TreeSet<>();
            try (Stream<Path> modules = Files.list(DocFile.ROOT)) {
                for (Path module : modules.filter(Files::isDirectory).toList()) {
                    profiles(module.resolve("pom.xml"), profiles);
                    classes(module.resolve("src"), classes);
                }
            }
            profiles(DocFile.ROOT.resolve("pom.xml"), profiles);
            return new Names(profiles, classes, Files.readString(DocFile.ROOT.resolve("docs/properties.md")));
        }

        private static void profiles(Path pom, Set<String> profiles) throws IOException {
            if (Files.exists(pom)) {
                ID.matcher(Files.readString(pom)).results().forEach(profile -> profiles.add(profile.group(1)));
            }
        }

        private static void classes(Path sources, Set<String> classes) throws IOException {
            if (Files.isDirectory(sources)) {
                try (Stream<Path> files = Files.walk(sources)) {
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".java"))
                            .forEach(name -> classes.add(name.replace(".java", "")));
                }
            }
        }

        List<String> wrong(String command) {
            List<String> wrong = new ArrayList<>();
            PROFILE.matcher(command)
                    .results()
                    .filter(profile -> !profiles.contains(profile.group(1)))
                    .forEach(profile -> wrong.add("profile " + profile.group(1)));
            MODULE.matcher(command)
                    .results()
                    .filter(module ->
                            !Files.exists(DocFile.ROOT.resolve(module.group(1)).resolve("pom.xml")))
                    .forEach(module -> wrong.add("module " + module.group(1)));
            CLASS.matcher(command)
                    .results()
                    .map(type -> type.group(1) != null
                            ? type.group(1)
                            : type.group(2).replaceFirst(".*\\.", ""))
                    .filter(type -> !classes.contains(type))
                    .forEach(type -> wrong.add("class " + type));
            FOLDER.matcher(command)
                    .results()
                    .filter(folder -> !Files.isDirectory(DocFile.ROOT.resolve(folder.group(1))))
                    .forEach(folder -> wrong.add("folder " + folder.group(1)));
            PROPERTY.matcher(command)
                    .results()
                    .filter(property -> !properties.contains("`" + property.group(1) + "`"))
                    .forEach(property -> wrong.add("property " + property.group(1)));
            return wrong;
        }
    }
}
