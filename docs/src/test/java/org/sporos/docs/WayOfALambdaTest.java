package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page on the way of a lambda names classes that exist. */
@Tag("sources")
final class WayOfALambdaTest {
    private static final Pattern STATION = Pattern.compile("^\\* `([a-z.]+)\\.([A-Z]\\w+)`( \\*\\(value\\)\\*)?: .*");

    @Test
    void each_class_is_in_its_package() {
        List<String> missing = new ArrayList<>();
        int found = 0;
        for (String line :
                DocFile.read(DocFile.ROOT.resolve("docs/way-of-a-lambda.md")).lines()) {
            Matcher station = STATION.matcher(line);
            if (station.matches()) {
                found++;
                if (!exists(station.group(1), station.group(2))) {
                    missing.add(line);
                }
            }
        }
        assertThat(found).isGreaterThan(60);
        assertThat(missing).isEmpty();
    }

    private static boolean exists(String in, String name) {
        String module = in.startsWith("host") ? "backend-host" : in.startsWith("cuda") ? "backend-cuda" : "core";
        Path sources = DocFile.ROOT.resolve(module).resolve("src/main");
        String file = "org/sporos/" + in.replace('.', '/') + "/" + name + ".java";
        return Files.isRegularFile(sources.resolve("java").resolve(file))
                || Files.isRegularFile(sources.resolve("templates").resolve(file));
    }
}
