package org.sporos.docs.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.docs.DocFile;

/** The site is whole: each page is there, in the navigation and in the search, and each link leads somewhere. */
final class SiteTest {
    private static final List<List<String>> TABLE = List.of(
            List.of("graph", "node", "ours", "theirs"),
            List.of("diamond", "0 ns", "1", "1,000 tasks"),
            List.of("chain", "0 ns", "", "10.0"));

    @TempDir
    Path folder;

    @Test
    void every_link_of_every_page_leads_somewhere() throws IOException {
        new SiteBuilder(folder).build();
        assertThat(new SiteLinks(folder).broken()).isEmpty();
    }

    @Test
    void every_page_is_in_the_navigation_and_in_the_search() throws IOException {
        new SiteBuilder(folder).build();
        String start = Files.readString(folder.resolve("index.html"));
        String search = Files.readString(folder.resolve("search-index.js"));
        for (DocFile file : DocFile.all()) {
            String address = SiteMap.address(file.path().toString());
            assertThat(folder.resolve(address)).isRegularFile();
            assertThat(start).contains("<li><a href=\"" + address + "\"");
            assertThat(search).contains("\"" + address + "\"");
        }
    }

    @Test
    void nothing_is_fetched_from_the_net() throws IOException {
        new SiteBuilder(folder).build();
        Pattern loaded = Pattern.compile("(?:src|<link [^>]*href)=\"(?:https?:)?//|@import|url\\((?!#)");
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!file.toString().endsWith(".png") && !file.startsWith(folder.resolve("source"))) {
                    assertThat(Files.readString(file)).as(file.toString()).doesNotContainPattern(loaded);
                }
            }
        }
    }

    @Test
    void a_broken_link_is_found() throws IOException {
        Files.writeString(folder.resolve("a.html"), "<h2 id=\"x\"></h2><a href=\"#x\">x</a><a href=\"#y\">y</a>");
        Files.writeString(folder.resolve("b.html"), "<a href=\"a.html#x\">x</a><img src=\"c.png\">");
        assertThat(new SiteLinks(folder).broken()).containsExactlyInAnyOrder("a.html -> #y", "b.html -> c.png");
    }

    @Test
    void types_in_code_lead_to_the_javadoc() throws IOException {
        Path type = folder.resolve("api/org.sporos.core/org/sporos/view/DoubleView.html");
        Files.createDirectories(type.getParent());
        Files.writeString(type, "");
        Files.writeString(
                folder.resolve("api/type-search-index.js"),
                "typeSearchIndex = [{\"p\":\"org.sporos.view\",\"l\":\"DoubleView\"},{\"p\":\"a\",\"l\":\"Gone\"}]");
        PageRenderer renderer = new PageRenderer(ApiTypes.read(folder), Set.of());
        List<String> lines = List.of("# A `DoubleView`", "", "A `DoubleView` and a `Gone`.");
        SitePage page = renderer.render(new DocFile(Path.of("docs/guide/a.md"), lines, List.of()));
        assertThat(page.body())
                .contains("<a href=\"../api/org.sporos.core/org/sporos/view/DoubleView.html\"><code>DoubleView</code>")
                .contains("<code>Gone</code>")
                .contains("<h1 id=\"a-doubleview\">A <code>DoubleView</code></h1>");
        assertThat(page.title()).isEqualTo("A DoubleView");
    }

    @Test
    void a_plot_has_a_bar_for_each_number() {
        BarPlot plot = BarPlot.parse("<!-- plot: ours | theirs; ns; log -->");
        String svg = plot.svg(TABLE);
        assertThat(widths(svg, 0)).containsExactly(11.0, 36.4);
        assertThat(widths(svg, 1)).containsExactly(11.0, 400.0, 157.6);
        assertThat(svg).contains(">diamond, 0 ns</text>", ">1,000 tasks</text>", "ours, theirs in ns");
        assertThat(widths(BarPlot.parse("<!-- plot: theirs; ns -->").svg(TABLE), 0))
                .containsExactly(11.0, 400.0, 4.0);
    }

    private static List<Double> widths(String svg, int column) {
        List<Double> widths = new ArrayList<>();
        Matcher bar = Pattern.compile("class=\"c" + column + "\".*? width=\"([\\d.]+)\"")
                .matcher(svg);
        while (bar.find()) {
            widths.add(Double.valueOf(bar.group(1)));
        }
        return widths;
    }

    @Test
    void a_plot_of_no_column_of_no_number_or_without_a_table_is_refused() {
        assertThatThrownBy(() -> BarPlot.parse("<!-- plot: others; ns -->").svg(TABLE))
                .hasMessageContaining("'others', which is none of the columns [graph, node, ours, theirs]");
        assertThatThrownBy(() -> BarPlot.parse("<!-- plot: node -->")).hasMessageContaining("not <!-- plot:");
        assertThatThrownBy(() ->
                        BarPlot.parse("<!-- plot: a; ns -->").svg(List.of(List.of("x", "a"), List.of("1", "none"))))
                .hasMessageContaining("without numbers");
        PageRenderer renderer = new PageRenderer(new ApiTypes(), Set.of());
        List<String> lines = List.of("<!-- plot: a; ns -->", "no table");
        assertThatThrownBy(() -> renderer.render(new DocFile(Path.of("a.md"), lines, List.of())))
                .hasMessageContaining("a.md: no table below");
    }

    @Test
    void colours_leave_code_as_it_is() {
        for (DocFile file : DocFile.all()) {
            for (DocFile.Block block : file.blocks()) {
                String code = file.text(block);
                String html = CodeColours.html(code, block.language()).replaceAll("</?span[^>]*>", "");
                assertThat(html).as(file.where(block)).isEqualTo(Markup.escape(code));
            }
        }
        assertThat(CodeColours.html("int a = 1; // \"b\"", "java"))
                .isEqualTo("<span class=\"word\">int</span> a = <span class=\"number\">1</span>; "
                        + "<span class=\"comment\">// &quot;b&quot;</span>");
    }

    @Test
    void the_index_of_the_search_is_a_script() {
        SitePage.Part part = new SitePage.Part(2, "b", "a \"b\"", "</script> \\ \u2028");
        SitePage page = new SitePage("docs/guide/a.md", "A", "", List.of(part));
        assertThat(SearchIndex.script(List.of(page)))
                .contains("[\"A\",\"a \\u0022b\\u0022\",\"guide/a.html#b\",\"\\u003c/script> \\u005c \\u2028\",1],");
    }

    @Test
    void a_folder_that_is_no_site_is_not_deleted() throws IOException {
        Path file = Files.writeString(folder.resolve("mine.txt"), "mine");
        assertThatThrownBy(() -> SiteBuilder.main(new String[] {folder.toString()}))
                .hasMessageContaining("is no site; it is left as it is");
        assertThat(file).hasContent("mine");
    }
}
