package org.sporos.docs.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The links of a site that lead nowhere: to a file or an anchor that it does not have. */
final class SiteLinks {
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ID = Pattern.compile("\\bid=\"([^\"]+)\"");

    private final Path site;
    private final Map<Path, Set<String>> anchors = new HashMap<>();

    SiteLinks(Path site) {
        this.site = site;
    }

    /** Returns the broken links of all pages, of the javadoc its start alone: the others are javadoc's own. */
    List<String> broken() throws IOException {
        List<Path> pages;
        try (Stream<Path> files = Files.walk(site)) {
            pages = files.filter(file -> file.toString().endsWith(".html"))
                    .filter(file -> !file.startsWith(site.resolve("api")) || file.equals(site.resolve(SiteMap.JAVADOC)))
                    .toList();
        }
        List<String> broken = new ArrayList<>();
        for (Path page : pages) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                if (!leadsSomewhere(page, link.group(1))) {
                    broken.add(site.relativize(page) + " -> " + link.group(1));
                }
            }
        }
        return broken;
    }

    private boolean leadsSomewhere(Path page, String link) throws IOException {
        if (link.startsWith("https://") || link.startsWith("http://")) {
            return true;
        }
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        return target.startsWith(site)
                && Files.isRegularFile(target)
                && (parts.length == 1 || anchors(target).contains(parts[1]));
    }

    private Set<String> anchors(Path page) throws IOException {
        Set<String> found = anchors.get(page);
        if (found == null) {
            found = new HashSet<>();
            Matcher id = ID.matcher(Files.readString(page));
            while (id.find()) {
                found.add(id.group(1));
            }
            anchors.put(page, found);
        }
        return found;
    }
}
