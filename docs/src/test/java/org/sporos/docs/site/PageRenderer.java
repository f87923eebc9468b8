package org.sporos.docs.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.sporos.docs.DocFile;

/**
 * Turns a Markdown page into a page of the site: links lead to addresses of the site, headings have the anchors that
 * GitHub gives them, code has colours, types have links to their javadoc, and tables have the plots that comments ask
 * for.
 */
final class PageRenderer {
    private static final String OUTPUT = "<!-- output: ";
    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    private final ApiTypes types;
    private final Set<String> pages;
    private final List<Path> linked = new ArrayList<>();

    /**
     * Prepares the rendering of pages.
     *
     * @param types the types that code in a line is linked to
     * @param pages the paths of all pages
     */
    PageRenderer(ApiTypes types, Set<String> pages) {
        this.types = types;
        this.pages = pages;
    }

    /** Returns the files that pages link or show and that are no pages, relative to the root of the repository. */
    List<Path> linked() {
        return linked;
    }

    SitePage render(DocFile file) {
        String path = file.path().toString();
        Node document = PARSER.parse(String.join("\n", file.lines()));
        Map<Heading, String> anchors = anchors(document);
        rewrite(document, path);
        HtmlRenderer renderer = HtmlRenderer.builder()
                .extensions(List.of(TablesExtension.create()))
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    if (node instanceof Heading heading) {
                        attributes.put("id", anchors.get(heading));
                    }
                })
                .build();
        List<SitePage.Part> parts = parts(document, anchors);
        String title = parts.isEmpty() ? path : parts.get(0).heading();
        return new SitePage(path, title, renderer.render(document), parts);
    }

    private static Map<Heading, String> anchors(Node document) {
        Map<Heading, String> anchors = new HashMap<>();
        Map<String, Integer> seen = new HashMap<>();
        for (Node node : children(document)) {
            if (node instanceof Heading heading) {
                String slug = DocFile.slug(text(heading));
                int before = seen.merge(slug, 1, Integer::sum) - 1;
                anchors.put(heading, before == 0 ? slug : slug + "-" + before);
            }
        }
        return anchors;
    }

    private void rewrite(Node document, String path) {
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                link.setDestination(destination(path, link.getDestination()));
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                image.setDestination(destination(path, image.getDestination()));
                visitChildren(image);
            }

            @Override
            public void visit(Code code) {
                String api = types.address(code.getLiteral());
                if (api != null && !(code.getParent() instanceof Link) && !(code.getParent() instanceof Heading)) {
                    Link link = new Link(SiteMap.relative(SiteMap.address(path), api), null);
                    code.insertBefore(link);
                    link.appendChild(code);
                }
            }
        });
        for (Node node : children(document)) {
            if (node instanceof HtmlBlock comment && comment.getLiteral().startsWith("<!--")) {
                picture(comment, path);
                comment.unlink();
            }
        }
        replaceBlocks(document);
    }

    /** Puts what a comment asks for before the block below it: a plot of a table, or the picture of a graph. */
    private void picture(HtmlBlock comment, String path) {
        BarPlot plot = BarPlot.parse(comment.getLiteral());
        if (plot != null) {
            if (!(comment.getNext() instanceof TableBlock table)) {
                throw new IllegalArgumentException(path + ": no table below " + comment.getLiteral());
            }
            comment.insertBefore(html(plot.svg(cells(table))));
        }
        if (comment.getNext() instanceof FencedCodeBlock code && "mermaid".equals(code.getInfo())) {
            String name =
                    comment.getLiteral().replace(OUTPUT, "").replace("-->", "").strip();
            Path picture = Path.of("docs/pictures", name + ".svg");
            linked.add(picture);
            String source = SiteMap.relative(SiteMap.address(path), SiteMap.address(picture.toString()));
            code.insertBefore(html("<figure><img src=\"" + source + "\" alt=\"The picture of the graph\"></figure>\n"));
            code.unlink();
        }
    }

    private static void replaceBlocks(Node document) {
        List<Node> blocks = new ArrayList<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(FencedCodeBlock code) {
                blocks.add(code);
            }

            @Override
            public void visit(org.commonmark.node.CustomBlock block) {
                blocks.add(block);
            }
        });
        for (Node block : blocks) {
            if (block instanceof FencedCodeBlock code) {
                String language = code.getInfo() == null ? "" : code.getInfo().strip();
                code.insertBefore(html("<pre class=\"code " + language + "\" tabindex=\"0\"><code>"
                        + CodeColours.html(code.getLiteral(), language) + "</code></pre>\n"));
                code.unlink();
            } else {
                block.insertBefore(html("<div class=\"table\">"));
                block.insertAfter(html("</div>"));
            }
        }
    }

    /** Returns where a link of a page leads to in the site. */
    private String destination(String path, String link) {
        if (link.contains("://") || link.startsWith("#")) {
            return link;
        }
        String[] parts = link.split("#", 2);
        Path target = Path.of("/" + path).resolveSibling(parts[0]).normalize();
        String file = target.toString().substring(1);
        if (!pages.contains(file)) {
            linked.add(Path.of(file));
        }
        UnaryOperator<String> anchored = address -> parts.length == 1 ? address : address + "#" + parts[1];
        return anchored.apply(SiteMap.relative(SiteMap.address(path), SiteMap.address(file)));
    }

    private static List<SitePage.Part> parts(Node document, Map<Heading, String> anchors) {
        List<SitePage.Part> parts = new ArrayList<>();
        List<Node> nodes = children(document);
        for (int at = 0; at < nodes.size(); at++) {
            if (nodes.get(at) instanceof Heading heading) {
                StringBuilder below = new StringBuilder();
                for (int next = at + 1; next < nodes.size() && !(nodes.get(next) instanceof Heading); next++) {
                    below.append(text(nodes.get(next))).append(' ');
                }
                parts.add(new SitePage.Part(
                        heading.getLevel(),
                        anchors.get(heading),
                        text(heading),
                        below.toString().strip()));
            }
        }
        return parts;
    }

    private static List<List<String>> cells(TableBlock table) {
        List<List<String>> rows = new ArrayList<>();
        for (Node part : children(table)) {
            for (Node row : children(part)) {
                if (row instanceof TableRow) {
                    List<String> cells = new ArrayList<>();
                    children(row).stream().filter(TableCell.class::isInstance).forEach(cell -> cells.add(text(cell)));
                    rows.add(cells);
                }
            }
        }
        return rows;
    }

    private static HtmlBlock html(String literal) {
        HtmlBlock block = new HtmlBlock();
        block.setLiteral(literal);
        return block;
    }

    private static List<Node> children(Node parent) {
        List<Node> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNext()) {
            children.add(child);
        }
        return children;
    }

    /** Returns the text of a node without markup. */
    private static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(SoftLineBreak part) {
                text.append(' ');
            }

            @Override
            public void visit(org.commonmark.node.CustomNode part) {
                visitChildren(part);
                text.append(' ');
            }
        });
        return text.toString().strip();
    }
}
