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
import org.junit.jupiter.api.Test;

/** Links between pages lead somewhere. */
final class LinksTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern PROOF = Pattern.compile("`(\\w+(?:Test|Contract))`");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"></a>");

    @Test
    void every_link_to_a_file_or_heading_leads_there() {
        List<String> broken = new ArrayList<>();
        for (DocFile file : DocFile.all()) {
            for (String link : links(file)) {
                if (!link.contains("://") && !leadsSomewhere(file, link)) {
                    broken.add(file + " -> " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void every_page_of_the_guide_is_linked_from_the_quickstart_or_the_readme() {
        List<String> linked = new ArrayList<>();
        List<String> pages = new ArrayList<>();
        for (DocFile file : DocFile.all()) {
            Path folder = DocFile.ROOT.resolve(file.path()).getParent();
            if (file.path().endsWith("quickstart.md") || file.path().endsWith("README.md")) {
                links(file)
                        .forEach(link -> linked.add(DocFile.ROOT
                                .relativize(folder.resolve(link.split("#")[0]).normalize())
                                .toString()));
            }
            if (file.path().startsWith("docs")) {
                pages.add(file.path().toString());
            }
        }
        pages.remove("docs/decisions/README.md");
        assertThat(linked).containsAll(pages);
    }

    @Test
    void every_test_that_is_named_as_a_proof_exists() throws IOException {
        Set<String> tests = new TreeSet<>();
        DocFile.sources(".java").stream()
                .filter(file -> file.toString().contains("/src/test/java/"))
                .forEach(file -> tests.add(file.getFileName().toString().replace(".java", "")));
        Set<String> named = new TreeSet<>();
        for (String page : List.of("docs/what-is-proven.md", "docs/runs-on-gpus.md")) {
            Matcher name = PROOF.matcher(Files.readString(DocFile.ROOT.resolve(page)));
            while (name.find()) {
                named.add(name.group(1));
            }
        }
        assertThat(named).isNotEmpty();
        assertThat(tests).containsAll(named);
    }

    private static List<String> links(DocFile file) {
        List<String> links = new ArrayList<>();
        boolean fenced = false;
        for (String line : file.lines()) {
            fenced ^= line.strip().startsWith("```");
            Matcher link = LINK.matcher(line);
            while (!fenced && link.find()) {
                links.add(link.group(1));
            }
        }
        return links;
    }

    private static boolean leadsSomewhere(DocFile from, String link) {
        String[] parts = link.split("#", 2);
        Path page = DocFile.ROOT.resolve(from.path());
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        return Files.exists(target) && (parts.length == 1 || hasAnchor(target, parts[1]));
    }

    private static boolean hasAnchor(Path page, String anchor) {
        for (String line : DocFile.read(page).lines()) {
            Matcher named = ANCHOR.matcher(line);
            if (named.find() && named.group(1).equals(anchor)) {
                return true;
            }
            if (line.startsWith("#")
                    && DocFile.slug(line.replaceFirst("^#+ *", "")).equals(anchor)) {
                return true;
            }
        }
        return false;
    }
}
