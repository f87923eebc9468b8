package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The BOM has all artifacts that programs depend on, and no other. */
final class BomTest {
    private static final Pattern MANAGED =
            Pattern.compile("<artifactId>([^<]+)</artifactId>\\s*<version>\\$\\{project\\.version}</version>");
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern ARTIFACT = Pattern.compile("</parent>\\s*<artifactId>([^<]+)<");

    /** Not for programs: the BOM itself, the tests of backends, what shows how to use the library, and its pages. */
    private static final List<String> OTHERS = List.of("core/bom", "core/contract", "samples", "samples/spark", "docs");

    @Test
    void it_lists_the_artifacts_that_programs_depend_on() throws IOException {
        Set<String> artifacts = new TreeSet<>();
        Matcher module = MODULE.matcher(Files.readString(DocFile.ROOT.resolve("pom.xml")));
        while (module.find()) {
            if (!OTHERS.contains(module.group(1))) {
                artifacts.add(first(ARTIFACT, module.group(1)));
            }
        }
        Set<String> managed = new TreeSet<>();
        Matcher entry = MANAGED.matcher(Files.readString(DocFile.ROOT.resolve("core/bom/pom.xml")));
        while (entry.find()) {
            managed.add(entry.group(1));
        }
        assertThat(managed).isEqualTo(artifacts).contains("sporos-core", "sporos-algorithms");
    }

    private static String first(Pattern pattern, String module) throws IOException {
        Matcher found = pattern.matcher(Files.readString(DocFile.ROOT.resolve(module + "/pom.xml")));
        assertThat(found.find()).as(module).isTrue();
        return found.group(1);
    }
}
