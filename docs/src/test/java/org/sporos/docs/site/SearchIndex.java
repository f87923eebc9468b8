package org.sporos.docs.site;

import java.util.Collection;

/** The index of the site's search: a script with an entry for each heading and the text below it. */
final class SearchIndex {

    private SearchIndex() {}

    /** Returns the script, which sets {@code siteIndex} to a list of page, heading, address, text and weight. */
    static String script(Collection<SitePage> pages) {
        StringBuilder script = new StringBuilder("window.siteIndex=[\n");
        for (SitePage page : pages) {
            for (SitePage.Part part : page.parts()) {
                String address = part.level() == 1 ? page.address() : page.address() + "#" + part.id();
                script.append('[').append(quoted(page.title())).append(',').append(quoted(part.heading()));
                script.append(',')
                        .append(quoted(address))
                        .append(',')
                        .append(quoted(part.text()))
                        .append(',')
                        .append(weight(page.path()))
                        .append("],\n");
            }
        }
        return script.append("];\n").toString();
    }

    /** Pages for users rank above pages that tell what was done, which name everything, too. */
    private static String weight(String path) {
        return switch (SiteMap.section(path)) {
            case "Start", "Guide" -> "1";
            case "Reference" -> "0.4";
            default -> "0.3";
        };
    }

    /** Returns a text as a string of JavaScript that may stand in HTML, too. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\' || c == '<' || c < ' ' || c == '\u2028' || c == '\u2029') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
