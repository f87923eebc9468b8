package org.sporos.docs.site;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where each file of the repository lies in the site, and the order of the pages in the navigation. Paths are relative
 * to the root of the repository, addresses to the root of the site.
 */
final class SiteMap {
    /** The start of the project's javadoc in the site. */
    static final String JAVADOC = "api/index.html";

    /** The pages at the root and in {@code docs}, in the order in which a reader meets them. */
    private static final Map<String, List<String>> SECTIONS = sections();

    private SiteMap() {}

    private static Map<String, List<String>> sections() {
        Map<String, List<String>> sections = new LinkedHashMap<>();
        sections.put(
                "Start",
                List.of(
                        "README.md",
                        "docs/quickstart.md",
                        "docs/tutorial.md",
                        "docs/own-project.md",
                        "docs/use-my-gpu.md",
                        "docs/samples.md",
                        "docs/gallery.md",
                        "docs/faq.md",
                        "docs/sporos-or.md",
                        "docs/kokkos.md"));
        sections.put("Guide", List.of());
        sections.put("Reference", List.of("docs/error-codes.md", "docs/properties.md", "docs/versions.md"));
        sections.put("Benchmarks", List.of("docs/benchmarks/README.md"));
        sections.put("Project", List.of("CONTRIBUTING.md", "CHANGELOG.md"));
        sections.put("Decisions", List.of("docs/decisions/README.md"));
        return sections;
    }

    /** Returns the address of a file: pages and sources become HTML, other files keep their names. */
    static String address(String path) {
        if (!path.endsWith(".md")) {
            return path.startsWith("docs/pictures/") ? path.substring("docs/".length()) : "source/" + path + ".html";
        }
        String page = path.startsWith("docs/") ? path.substring("docs/".length()) : path;
        return page.replaceFirst("README\\.md$", "index.html").replaceFirst("\\.md$", ".html");
    }

    /** Returns the section of the navigation that a page belongs to. */
    static String section(String path) {
        for (Map.Entry<String, List<String>> section : SECTIONS.entrySet()) {
            if (section.getValue().contains(path)) {
                return section.getKey();
            }
        }
        for (String folder : List.of("Guide", "Benchmarks", "Decisions")) {
            if (path.startsWith("docs/" + folder.toLowerCase(java.util.Locale.ROOT) + "/")) {
                return folder;
            }
        }
        return path.startsWith("docs/") ? "Reference" : "Project";
    }

    /**
     * Returns the pages by section. Pages that {@link #SECTIONS} names come first, then those that the start page
     * links, in its order, then the others by path.
     */
    static Map<String, List<SitePage>> navigation(Collection<SitePage> pages, List<String> linked) {
        Map<String, List<SitePage>> navigation = new LinkedHashMap<>();
        SECTIONS.forEach((section, named) -> {
            List<SitePage> members = new ArrayList<>(pages.stream()
                    .filter(page -> section(page.path()).equals(section))
                    .toList());
            members.sort(Comparator.<SitePage>comparingInt(page -> place(named, page.path()))
                    .thenComparingInt(page -> section.equals("Decisions") ? 0 : place(linked, page.path()))
                    .thenComparing(SitePage::path));
            navigation.put(section, members);
        });
        return navigation;
    }

    private static int place(List<String> order, String path) {
        int at = order.indexOf(path);
        return at < 0 ? order.size() : at;
    }

    /** Returns the way from one address to another, as a link says it. */
    static String relative(String from, String to) {
        int depth = (int) from.chars().filter(c -> c == '/').count();
        return "../".repeat(depth) + to;
    }
}
