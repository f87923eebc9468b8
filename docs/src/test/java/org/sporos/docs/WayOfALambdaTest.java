package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page on the way of a lambda names classes that exist, each once, and no step leads back to an earlier one. */
@Tag("sources")
final class WayOfALambdaTest {
    private static final DocFile PAGE = DocFile.read(DocFile.ROOT.resolve("docs/way-of-a-lambda.md"));

    private static final String BOTH = "Both: what core does";
    private static final String HOST = "To a loop on the host";
    private static final String CPP = "Where C++ branches off";
    private static final String CUDA = "To a node of a CUDA graph";
    private static final String SUBMIT = "From `submit()` to the loop";
    private static final String LAUNCH = "From `submit()` to `cuGraphLaunch`";

    private static final Pattern STATION =
            Pattern.compile("^\\* `([a-z.]+)\\.([A-Z]\\w+)`( \\*\\(value\\)\\*)?: \\S.*\\.$");
    private static final Pattern EXCEPTION = Pattern.compile("^\\* `([\\w.]+)` names `([\\w.]+)`: .*");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");

    /** A class on the way; equal to others of its name, whatever the page says of them elsewhere. */
    private record Station(String step, String in, String name, boolean isValue) {

        Path source() {
            String file = "org/sporos/" + in.replace('.', '/') + "/" + name + ".java";
            String module = in.startsWith("host") ? "backend-host" : in.startsWith("cuda") ? "backend-cuda" : "core";
            Path sources = DocFile.ROOT.resolve(module).resolve("src/main");
            Path template = sources.resolve("templates").resolve(file);
            return Files.isRegularFile(template)
                    ? template
                    : sources.resolve("java").resolve(file);
        }

        String fullName() {
            return in + "." + name;
        }

        /** Returns whether the code names another class, which its package or an import makes known to it. */
        boolean names(Station other) throws IOException {
            String code = COMMENT.matcher(Files.readString(source())).replaceAll("");
            boolean isKnown = in.equals(other.in) || code.contains("import org.sporos." + other.fullName() + ";");
            String body = code.replaceAll("(?m)^import .*$", "");
            return isKnown
                    && Pattern.compile("\\b" + other.name + "\\b").matcher(body).find();
        }
    }

    /** Returns the classes below a heading of the second level, in order; the step of each is the heading above it. */
    private static List<Station> way(String heading) {
        List<Station> found = new ArrayList<>();
        String part = "";
        String step = "";
        for (String line : PAGE.lines()) {
            if (line.startsWith("## ")) {
                part = line.substring(3);
                step = part;
            } else if (line.startsWith("### ")) {
                step = part + ": " + line.substring(4);
            } else if (part.equals(heading) && line.startsWith("* ")) {
                Matcher station = STATION.matcher(line);
                assertThat(station.matches()).as(line).isTrue();
                found.add(new Station(step, station.group(1), station.group(2), station.group(3) != null));
            }
        }
        assertThat(found).as(heading).hasSizeGreaterThan(5);
        return found;
    }

    private static List<Station> whole(String end) {
        return Stream.of(BOTH, end).flatMap(part -> way(part).stream()).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {BOTH, HOST, CPP, CUDA, SUBMIT, LAUNCH})
    void each_class_is_in_its_package(String part) {
        assertThat(way(part)).allMatch(station -> Files.isRegularFile(station.source()), "exists");
    }

    @ParameterizedTest
    @ValueSource(strings = {HOST, CUDA})
    void each_way_has_each_class_once(String end) {
        Set<String> names = new LinkedHashSet<>();
        whole(end).forEach(station -> names.add(station.fullName()));
        assertThat(names).hasSameSizeAs(whole(end));
    }

    @ParameterizedTest
    @ValueSource(strings = {HOST, CUDA})
    void no_step_of_the_way_leads_back_to_an_earlier_one_but_those_that_the_page_tells(String end) throws IOException {
        assertThat(backwards(whole(end))).isEqualTo(exceptions());
    }

    private static List<String> exceptions() {
        return PAGE.lines().stream()
                .map(EXCEPTION::matcher)
                .filter(Matcher::matches)
                .map(told -> told.group(1) + " names " + told.group(2))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {CPP, SUBMIT, LAUNCH})
    void no_step_of_a_part_leads_back_to_an_earlier_one(String part) throws IOException {
        assertThat(backwards(way(part))).isEmpty();
    }

    /** Returns where a class names one of an earlier step that is no value. */
    private static List<String> backwards(List<Station> way) throws IOException {
        List<String> found = new ArrayList<>();
        for (int k = 0; k < way.size(); k++) {
            Station later = way.get(k);
            for (Station earlier : way.subList(0, k)) {
                if (!earlier.isValue() && !earlier.step().equals(later.step()) && later.names(earlier)) {
                    found.add(later.fullName() + " names " + earlier.fullName());
                }
            }
        }
        return found;
    }

    /** Otherwise a misspelt rule would find nothing anywhere: the pipeline does name what it calls. */
    @Test
    void a_class_that_names_another_is_found() throws IOException {
        Map<String, Station> stations = new LinkedHashMap<>();
        whole(HOST).forEach(station -> stations.put(station.name(), station));
        Station pipeline = stations.get("Instantiation");
        assertThat(pipeline.names(stations.get("Planner"))).isTrue();
        assertThat(pipeline.names(stations.get("KernelLifter"))).isFalse();
        assertThat(stations.get("KernelLifter").names(stations.get("MethodLifter")))
                .isTrue();
        assertThat(stations.get("LoopWriter").names(stations.get("BodyWriter"))).isTrue();
    }
}
