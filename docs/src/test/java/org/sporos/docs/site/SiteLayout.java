package org.sporos.docs.site;

import java.util.List;
import java.util.Map;

/** The frame around the contents of each page: the head, the navigation, the headings of the page. */
final class SiteLayout {
    private final Map<String, List<SitePage>> navigation;
    private final boolean hasJavadoc;

    /**
     * Makes the layout of a site.
     *
     * @param navigation the pages by section
     * @param hasJavadoc whether the site has javadoc
     */
    SiteLayout(Map<String, List<SitePage>> navigation, boolean hasJavadoc) {
        this.navigation = navigation;
        this.hasJavadoc = hasJavadoc;
    }

    /** Returns the whole HTML text of a page. */
    String page(SitePage page) {
        return document(page.title(), page.address(), page.body(), headings(page));
    }

    /**
     * Returns the whole HTML text of a page without headings of its own.
     *
     * @param title its title
     * @param address its address
     * @param body its contents as HTML
     */
    String plain(String title, String address, String body) {
        return document(title, address, body, "");
    }

    private String document(String title, String address, String body, String headings) {
        String root = SiteMap.relative(address, "");
        String name = title.equals("Sporos") ? title : title + " - Sporos";
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <title>%s</title>
                <link rel="stylesheet" href="%ssite.css">
                <script src="%ssearch.js" defer></script>
                <script src="%ssite.js" data-root="%s" defer></script>
                </head>
                <body>
                <header>
                <a class="brand" href="%sindex.html">Sporos</a>
                <form role="search"><input id="search" type="search" placeholder="Search" aria-label="Search" autocomplete="off">
                <ul id="found" hidden></ul></form>
                <input id="menu" type="checkbox" aria-label="Pages"><label for="menu">Pages</label>
                <nav aria-label="Pages">
                %s</nav>
                </header>
                <main>
                %s</main>
                %s</body>
                </html>
                """.formatted(Markup.escape(name), root, root, root, root, root, pages(title, address), body, headings);
    }

    private String pages(String title, String address) {
        StringBuilder html = new StringBuilder();
        navigation.forEach((section, members) -> {
            boolean open = section.equals("Start")
                    || section.equals("Guide")
                    || members.stream().anyMatch(page -> page.address().equals(address));
            html.append(open ? "<details open>" : "<details>")
                    .append("<summary>")
                    .append(section);
            html.append("</summary>\n<ul>\n");
            for (SitePage page : members) {
                item(html, page, address);
            }
            if (section.equals("Reference") && hasJavadoc) {
                html.append("<li><a href=\"").append(SiteMap.relative(address, SiteMap.JAVADOC));
                html.append("\">Javadoc</a></li>\n");
            }
            html.append("</ul>\n</details>\n");
        });
        return html.toString();
    }

    private static void item(StringBuilder html, SitePage page, String address) {
        html.append("<li><a href=\"")
                .append(SiteMap.relative(address, page.address()))
                .append('"');
        html.append(page.address().equals(address) ? " aria-current=\"page\">" : ">");
        html.append(Markup.escape(page.title())).append("</a></li>\n");
    }

    private static String headings(SitePage page) {
        List<SitePage.Part> shown = page.parts().stream()
                .filter(part ->
                        part.level() == 2 || part.level() == 3 && page.parts().size() < 60)
                .toList();
        if (shown.size() < 2) {
            return "";
        }
        StringBuilder html = new StringBuilder("<aside aria-label=\"On this page\">\n<ul>\n");
        for (SitePage.Part part : shown) {
            html.append("<li class=\"h")
                    .append(part.level())
                    .append("\"><a href=\"#")
                    .append(part.id())
                    .append("\">");
            html.append(Markup.escape(part.heading())).append("</a></li>\n");
        }
        return html.append("</ul>\n</aside>\n").toString();
    }
}
