package org.sporos.docs.site;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sporos.docs.DocFile;

/** The javadoc of all modules of the library as one, with links from each page to the guide. */
final class Javadoc {
    private static final Map<String, String> MODULES = new TreeMap<>(Map.of(
            "org.sporos.core", "core",
            "org.sporos.algorithms", "core/algorithms",
            "org.sporos.communicators", "core/communicators",
            "org.sporos.sweeps", "core/sweeps",
            "org.sporos.junit", "core/junit",
            "org.sporos.host", "backend-host",
            "org.sporos.cuda", "backend-cuda",
            "org.sporos.hip", "backend-hip"));

    private Javadoc() {}

    /** Writes it into a folder; generated sources and what the modules need must be there. */
    static void write(Path folder) throws IOException {
        List<String> args = new ArrayList<>(List.of("-quiet", "-notimestamp", "-Xdoclint:all,-missing"));
        args.addAll(List.of("-d", folder.toString()));
        args.addAll(List.of("-windowtitle", "Sporos"));
        args.addAll(List.of("-header", "<a href=\"{@docRoot}/../index.html\">Sporos: the guide</a>"));
        Path work = Files.createTempDirectory("sporos-javadoc");
        Path style = Files.writeString(
                work.resolve("javadoc.css"), SiteBuilder.resource("colours.css") + SiteBuilder.resource("javadoc.css"));
        Path overview = Files.writeString(work.resolve("overview.html"), SiteBuilder.resource("overview.html"));
        args.addAll(List.of("--add-stylesheet", style.toString(), "-overview", overview.toString()));
        for (String tag : List.of(
                "apiNote:a:API note:", "implSpec:a:Implementation requirements:", "implNote:a:Implementation note:")) {
            args.addAll(List.of("-tag", tag));
        }
        MODULES.forEach((name, module) -> args.addAll(List.of("--module-source-path", name + "=" + sources(module))));
        args.addAll(List.of("--module-path", dependencies()));
        args.addAll(List.of("--module", String.join(",", MODULES.keySet())));
        ToolProvider javadoc = ToolProvider.findFirst("javadoc").orElseThrow();
        int exit = javadoc.run(System.out, System.err, args.toArray(String[]::new));
        for (Path file : List.of(style, overview, work)) {
            Files.delete(file);
        }
        if (exit != 0) {
            throw new IllegalStateException("javadoc ended with " + exit);
        }
    }

    /** The sources of a module: those written by hand, and those made from templates. */
    private static String sources(String module) {
        String build = System.getProperty("sporos.build.dir", "target");
        return Stream.of("src/main/java", build + "/generated-sources/fmpp")
                .map(folder -> DocFile.ROOT.resolve(module).resolve(folder))
                .filter(Files::isDirectory)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The jars of the class path, which are those of other projects. */
    private static String dependencies() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("sporos-"))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
