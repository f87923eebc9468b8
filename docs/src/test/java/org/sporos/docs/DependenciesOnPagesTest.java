package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The dependencies that pages show to be copied exist, in the versions that this build has. */
final class DependenciesOnPagesTest {
    private static final Path POM = DocFile.ROOT.resolve("pom.xml");
    private static final Pattern OWN_VERSION =
            Pattern.compile("<artifactId>sporos-parent</artifactId>\\s*<version>([^<]+)</version>");
    private static final Pattern BINDING_VERSION = Pattern.compile("<javacpp[\\w.]*version>([^<]+)</javacpp");

    private static final Pattern MAVEN =
            Pattern.compile("<artifactId>([\\w-]+)</artifactId>\\s*<version>([^<$]+)</version>");
    private static final Pattern COORDINATES = Pattern.compile("org\\.sporos:(sporos-[a-z]+):([\\w.-]+)");
    private static final Pattern NAMED = Pattern.compile("\\borg\\.sporos:(sporos-[a-z]+)\\b");
    private static final Set<String> BINDINGS = Set.of("javacpp", "cuda", "cuda-redist");

    @Test
    void artifacts_on_pages_are_modules_of_this_build() throws IOException {
        Set<String> artifacts = artifacts();
        Set<String> named = new TreeSet<>();
        for (DocFile file : DocFile.all()) {
            Matcher name = NAMED.matcher(text(file));
            while (name.find()) {
                named.add(name.group(1));
            }
        }
        assertThat(named).contains("sporos-host").isSubsetOf(artifacts);
    }

    @Test
    void versions_on_pages_are_those_of_this_build() throws IOException {
        String pom = Files.readString(POM);
        Matcher own = OWN_VERSION.matcher(pom);
        assertThat(own.find()).isTrue();
        List<String> bindings = bindings(pom);
        List<String> wrong = new ArrayList<>();
        for (DocFile file : DocFile.all()) {
            wrong.addAll(wrong(text(file), own.group(1), bindings).stream()
                    .map(dependency -> file + ": " + dependency)
                    .toList());
        }
        assertThat(wrong).isEmpty();
    }

    /** The page on tests names the versions of the tools that this build uses. */
    @Test
    void tools_of_tests_on_pages_are_those_of_this_build() throws IOException {
        String pom = Files.readString(POM);
        String page = Files.readString(DocFile.ROOT.resolve("docs/guide/testing-your-code.md"));
        Matcher tool = MAVEN.matcher(page);
        List<String> named = new ArrayList<>();
        while (tool.find()) {
            named.add(tool.group(1));
            String artifact = tool.group(1).replace("junit-jupiter", "junit-bom");
            assertThat(pom)
                    .containsPattern("<artifactId>" + artifact + "</artifactId>\\s*<version>" + tool.group(2) + "</");
        }
        assertThat(named).containsExactly("junit-jupiter", "assertj-core", "maven-surefire-plugin");
    }

    @Test
    void an_old_version_is_found() {
        String page = "org.sporos:sporos-host:0.0.9 <artifactId>sporos-core</artifactId> <version>0.1.0</version>"
                + " <artifactId>cuda</artifactId>\n<version>11.8</version>";
        assertThat(wrong(page, "0.1.0", List.of("13.1-9.19-1.5.13"))).containsExactly("sporos-host:0.0.9", "cuda:11.8");
    }

    private static List<String> wrong(String page, String own, List<String> bindings) {
        List<String> wrong = new ArrayList<>();
        for (Pattern pattern : List.of(COORDINATES, MAVEN)) {
            Matcher dependency = pattern.matcher(page);
            while (dependency.find()) {
                String artifact = dependency.group(1);
                String version = dependency.group(2);
                boolean old = artifact.startsWith("sporos-") && !version.equals(own);
                if (old || (BINDINGS.contains(artifact) && !bindings.contains(version))) {
                    wrong.add(artifact + ":" + version);
                }
            }
        }
        return wrong;
    }

    /** The versions of the bindings end in that of JavaCPP which they belong to. */
    private static List<String> bindings(String pom) {
        return BINDING_VERSION
                .matcher(pom)
                .results()
                .map(result -> result.group(1))
                .flatMap(version -> Stream.of(version, version.substring(version.lastIndexOf('-') + 1)))
                .toList();
    }

    private static Set<String> artifacts() throws IOException {
        Set<String> artifacts = new TreeSet<>();
        Matcher module = Pattern.compile("<module>([^<]+)</module>").matcher(Files.readString(POM));
        while (module.find()) {
            String pom = Files.readString(DocFile.ROOT.resolve(module.group(1)).resolve("pom.xml"));
            Matcher artifact =
                    Pattern.compile("</parent>\\s*<artifactId>([^<]+)<").matcher(pom);
            assertThat(artifact.find()).as(module.group(1)).isTrue();
            artifacts.add(artifact.group(1));
        }
        return artifacts;
    }

    private static String text(DocFile file) {
        return String.join("\n", file.lines());
    }
}
