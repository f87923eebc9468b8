package org.sporos.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.sporos.matrix.ShareFilter.Share;

/** Every test is in the default run or in exactly one share of the matrix. */
class ShareFilterTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"(\\w+)\"\\)");
    private static final Pattern HAS_TESTS = Pattern.compile(
            "(?m)^ *@(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|ParameterizedClass)\\b");
    private static final Pattern MATRIX = Pattern.compile("-Dsporos\\.test\\.share=(\\d+)/(\\d+)");

    /** Discovered below, run by nobody else: it is abstract for the ordinary run. */
    static class Outer {
        @Test
        void outer() {}

        @Nested
        class Inner {
            @Test
            void first() {}

            @Test
            void second() {}
        }
    }

    @Test
    void each_class_is_in_exactly_one_share_with_all_its_tests() {
        List<Set<String>> shares = IntStream.range(0, 3)
                .mapToObj(index -> discovered(new ShareFilter(new Share(index, 3))))
                .toList();
        assertThat(shares.stream().flatMap(Set::stream)).containsExactlyInAnyOrder("outer()", "first()", "second()");
        assertThat(shares).anySatisfy(share -> assertThat(share).contains("first()", "second()"));
    }

    @Test
    void without_the_property_all_tests_are_included() {
        assertThat(discovered(new ShareFilter(Share.parse("0/1"))))
                .containsExactlyInAnyOrder("outer()", "first()", "second()");
    }

    @Test
    void a_class_is_in_one_share_whatever_the_number_of_shares() {
        for (int count = 1; count < 20; count++) {
            for (int unit = 0; unit < 1000; unit++) {
                String name = "[engine:junit-jupiter]/[class:org.sporos.T" + unit + "]";
                int shares = count;
                assertThat(IntStream.range(0, count).filter(k -> new Share(k, shares).contains(name)))
                        .hasSize(1);
            }
        }
    }

    @Test
    void a_share_that_does_not_exist_is_refused() {
        assertThatThrownBy(() -> Share.parse("8/8")).hasMessage("sporos.test.share=8/8: the index must be in [0, 8)");
        assertThatThrownBy(() -> Share.parse("-1/8")).hasMessageContaining("must be in [0, 8)");
        assertThatThrownBy(() -> Share.parse("3")).hasMessage("sporos.test.share=3: write it as 3/8");
        assertThatThrownBy(() -> Share.parse("a/b")).hasMessage("sporos.test.share=a/b: write it as 3/8");
    }

    /** JUnit finds the filter itself, as in every module's run. */
    @Test
    void the_filter_is_registered() {
        assertThat(java.util.ServiceLoader.load(org.junit.platform.launcher.PostDiscoveryFilter.class))
                .hasAtLeastOneElementOfType(ShareFilter.class);
    }

    @Test
    void continuous_integration_has_all_shares() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve(".ci/shares"));
        List<Integer> indexes = new ArrayList<>();
        Set<Integer> counts = new TreeSet<>();
        for (String line : lines) {
            Matcher matrix = MATRIX.matcher(line);
            if (!line.startsWith("#") && matrix.find()) {
                assertThat(line).contains(": mvn -B -ntp -Pfull verify").doesNotContain("-pl", "groups");
                indexes.add(Integer.valueOf(matrix.group(1)));
                counts.add(Integer.valueOf(matrix.group(2)));
            }
        }
        assertThat(counts).hasSize(1);
        int count = counts.iterator().next();
        assertThat(indexes)
                .containsExactlyElementsOf(IntStream.range(0, count).boxed().toList());
        assertThat(lines.stream().filter(line -> line.matches("[^#:]+: .+"))).hasSizeGreaterThan(count);
    }

    /** The default run leaves out two tags, the shares leave out nothing. */
    @Test
    void no_module_leaves_out_tests_in_another_way() throws IOException {
        String parent = Files.readString(ROOT.resolve("pom.xml"));
        assertThat(parent)
                .contains("<sporos.test.excludedGroups>full,matrix</sporos.test.excludedGroups>")
                .containsOnlyOnce("<sporos.test.excludedGroups/>");
        try (Stream<Path> modules = Files.list(ROOT)) {
            assertThat(modules.map(module -> module.resolve("pom.xml")).filter(Files::exists))
                    .hasSizeGreaterThan(5)
                    .allSatisfy(pom -> assertThat(Files.readString(pom))
                            .doesNotContain("<skipTests>true", "<exclude>**/", "<test>"));
        }
        assertThat(sources(text -> true).stream()
                        .flatMap(source -> TAG.matcher(read(source)).results())
                        .map(tag -> tag.group(1))
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder("full", "matrix", "sources");
    }

    /** Surefire takes classes whose names end in Test; contracts are nested in classes that do. */
    @Test
    void every_class_with_tests_is_found_by_its_name() throws IOException {
        String suites = sources(text -> text.contains("extends ContractSuite {")).stream()
                .map(ShareFilterTest::read)
                .collect(Collectors.joining());
        for (Path source : sources(text -> HAS_TESTS.matcher(text).find())) {
            String name = source.getFileName().toString().replace(".java", "");
            assertThat(name.endsWith("Test") || suites.contains("extends " + name + " {"))
                    .as("%s has tests: end its name in Test, or nest it in a suite of contracts", source)
                    .isTrue();
        }
    }

    private static Set<String> discovered(ShareFilter filter) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(Outer.class))
                .filters(filter)
                .build();
        LauncherConfig alone = LauncherConfig.builder()
                .enablePostDiscoveryFilterAutoRegistration(false)
                .build();
        TestPlan plan = LauncherFactory.create(alone).discover(request);
        return plan.getRoots().stream()
                .flatMap(root -> plan.getDescendants(root).stream())
                .filter(TestIdentifier::isTest)
                .map(TestIdentifier::getDisplayName)
                .collect(Collectors.toSet());
    }

    /** Returns the sources and templates of tests of all modules. */
    private static List<Path> sources(Predicate<String> wanted) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.filter(m -> Files.isDirectory(m.resolve("src/test")))
                    .toList()) {
                try (Stream<Path> files = Files.walk(module.resolve("src/test"))) {
                    files.filter(file -> file.toString().endsWith(".java") && wanted.test(read(file)))
                            .forEach(found::add);
                }
            }
        }
        assertThat(found).isNotEmpty();
        return found;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
