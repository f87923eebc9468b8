package org.sporos.docs.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sporos.docs.DocFile;

/**
 * Builds the site into a folder: the pages, the sources and pictures that they link, the search, and the javadoc. The
 * site needs no server and nothing from the net.
 */
public final class SiteBuilder {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+\\.md)");
    private static final Map<String, String> LANGUAGES =
            Map.of("java", "java", "h", "cpp", "cu", "cpp", "cpp", "cpp", "c", "cpp", "sh", "sh", "xml", "xml");

    private final Path site;

    SiteBuilder(Path site) {
        this.site = site;
    }

    /**
     * Builds the site with javadoc and checks its links.
     *
     * @param args the folder, which is replaced
     */
    public static void main(String[] args) throws IOException {
        Path site = Path.of(args[0]).toAbsolutePath().normalize();
        delete(site);
        Javadoc.write(site.resolve("api"));
        new SiteBuilder(site).build();
        List<String> broken = new SiteLinks(site).broken();
        if (!broken.isEmpty()) {
            throw new IllegalStateException("the site has broken links:\n" + String.join("\n", broken));
        }
        System.out.println(site.resolve("index.html"));
    }

    /** Writes all but the javadoc. */
    void build() throws IOException {
        List<DocFile> files = DocFile.all();
        Set<String> paths = files.stream().map(file -> file.path().toString()).collect(Collectors.toSet());
        PageRenderer renderer = new PageRenderer(ApiTypes.read(site), paths);
        List<SitePage> pages = files.stream().map(renderer::render).toList();
        boolean hasJavadoc = Files.exists(site.resolve(SiteMap.JAVADOC));
        SiteLayout layout = new SiteLayout(SiteMap.navigation(pages, linkedFromStart(files)), hasJavadoc);
        for (SitePage page : pages) {
            write(page.address(), layout.page(page));
        }
        writeLinked(renderer.linked(), layout);
        write("search-index.js", SearchIndex.script(pages));
        write("site.css", resource("colours.css") + resource("site.css"));
        for (String resource : List.of("search.js", "site.js")) {
            write(resource, resource(resource));
        }
    }

    /** Returns the pages that the start page links, then those of the list of all pages, in their order. */
    private static List<String> linkedFromStart(List<DocFile> files) {
        List<String> linked = new ArrayList<>();
        for (Path start : List.of(Path.of("README.md"), Path.of("docs/quickstart.md"))) {
            files.stream().filter(file -> file.path().equals(start)).forEach(file -> {
                Matcher link = LINK.matcher(String.join("\n", file.lines()));
                while (link.find()) {
                    linked.add(start.resolveSibling(link.group(1)).normalize().toString());
                }
            });
        }
        return linked;
    }

    /** Writes the files that pages link: pictures as they are, sources as pages, folders as lists of their files. */
    private void writeLinked(List<Path> linked, SiteLayout layout) throws IOException {
        Deque<Path> todo = new ArrayDeque<>(linked);
        Set<Path> written = new HashSet<>();
        while (!todo.isEmpty()) {
            Path path = todo.remove();
            Path file = DocFile.ROOT.resolve(path);
            if (!written.add(path)) {
                continue;
            }
            if (Files.isDirectory(file)) {
                List<Path> members = members(path);
                todo.addAll(members);
                write(SiteMap.address(path.toString()), folder(path, members, layout));
            } else if (path.startsWith("docs/pictures")) {
                Path picture = site.resolve(SiteMap.address(path.toString()));
                Files.createDirectories(picture.getParent());
                Files.write(picture, Files.readAllBytes(file));
            } else {
                write(SiteMap.address(path.toString()), source(path, layout));
            }
        }
    }

    private static List<Path> members(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(DocFile.ROOT.resolve(folder))) {
            return files.map(DocFile.ROOT::relativize).sorted().toList();
        }
    }

    private static String folder(Path folder, List<Path> members, SiteLayout layout) {
        String address = SiteMap.address(folder.toString());
        StringBuilder body = new StringBuilder("<h1>" + Markup.escape(folder.toString()) + "</h1>\n<ul>\n");
        for (Path member : members) {
            body.append("<li><a href=\"").append(SiteMap.relative(address, SiteMap.address(member.toString())));
            body.append("\">")
                    .append(Markup.escape(member.getFileName().toString()))
                    .append("</a></li>\n");
        }
        return layout.plain(
                folder.getFileName().toString(), address, body.append("</ul>\n").toString());
    }

    private static String source(Path path, SiteLayout layout) throws IOException {
        String name = path.getFileName().toString();
        String language = LANGUAGES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "");
        String code = CodeColours.html(Files.readString(DocFile.ROOT.resolve(path)), language);
        String body = "<h1>" + Markup.escape(name) + "</h1>\n<p><code>" + Markup.escape(path.toString())
                + "</code></p>\n<pre class=\"code\" tabindex=\"0\"><code>" + code + "</code></pre>\n";
        return layout.plain(name, SiteMap.address(path.toString()), body);
    }

    static String resource(String name) throws IOException {
        try (InputStream resource = SiteBuilder.class.getResourceAsStream(name)) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void write(String address, String text) throws IOException {
        Path file = site.resolve(address);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** Deletes what an earlier build has left. */
    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)
                && !Files.exists(folder.resolve("index.html"))
                && !Files.exists(folder.resolve("api"))) {
            throw new IllegalArgumentException(folder + " is no site; it is left as it is");
        }
        if (Files.exists(folder)) {
            List<Path> files;
            try (Stream<Path> walk = Files.walk(folder)) {
                files = walk.sorted((a, b) -> b.compareTo(a)).toList();
            }
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}
