package org.sporos.docs.site;

import java.util.List;

/**
 * A page of the site.
 *
 * @param path its file, relative to the root of the repository
 * @param title its first heading as plain text
 * @param body its contents as HTML
 * @param parts its headings and the text below each
 */
record SitePage(String path, String title, String body, List<Part> parts) {
    /**
     * A heading and the text below it up to the next heading.
     *
     * @param level 1 for the title of the page
     * @param id its anchor
     * @param heading its text
     * @param text what stands below it, for the search
     */
    record Part(int level, String id, String heading, String text) {}

    String address() {
        return SiteMap.address(path);
    }
}
