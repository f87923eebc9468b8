package org.sporos.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Markdown file of the repository with its fenced blocks.
 *
 * @param path the file, relative to the root of the repository
 * @param lines its lines
 * @param blocks its fenced blocks
 */
public record DocFile(Path path, List<String> lines, List<Block> blocks) {
    /** The root of the repository. */
    public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern MARK = Pattern.compile("<!-- (snippet|output): (\\S+) -->");

    /**
     * A fenced block.
     *
     * @param kind {@code snippet} or {@code output}, as the comment above the block says, or the empty string
     * @param name the name in that comment, or the empty string
     * @param language the word after the fence
     * @param begin the index of its first line within the file
     * @param end the index of the line of the closing fence
     */
    public record Block(String kind, String name, String language, int begin, int end) {}

    /** Returns all Markdown files of the repository, sorted by path. */
    public static List<DocFile> all() {
        return sources(".md").stream().map(DocFile::read).toList();
    }

    /**
     * Returns the files of the repository with an ending, sorted by path. Build outputs are not entered: other tests
     * write and delete files there meanwhile.
     */
    static List<Path> sources(String ending) {
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    String name = folder.getFileName().toString();
                    boolean isBuildOutput = name.equals("target") || name.startsWith(".");
                    return isBuildOutput && !folder.equals(ROOT)
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.toString().endsWith(ending)) {
                        files.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files.sort(null);
        return files;
    }

    public static DocFile read(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            return new DocFile(ROOT.relativize(file), lines, blocks(lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Block> blocks(List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        int at = 0;
        while (at < lines.size()) {
            String line = lines.get(at).strip();
            if (line.startsWith("```")) {
                int end = at + 1;
                while (end < lines.size() && !lines.get(end).strip().equals("```")) {
                    end++;
                }
                blocks.add(block(lines, line.substring(3), at, end));
                at = end;
            }
            at++;
        }
        return blocks;
    }

    private static Block block(List<String> lines, String language, int fence, int end) {
        int above = fence - 1;
        while (above >= 0 && lines.get(above).isBlank()) {
            above--;
        }
        Matcher mark = MARK.matcher(above < 0 ? "" : lines.get(above).strip());
        boolean marked = mark.matches();
        return new Block(marked ? mark.group(1) : "", marked ? mark.group(2) : "", language, fence + 1, end);
    }

    /** Returns the text of a block, its lines joined. */
    public String text(Block block) {
        return String.join("\n", lines.subList(block.begin(), block.end()));
    }

    /** Returns the anchor that GitHub gives a heading. */
    public static String slug(String heading) {
        return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 _-]", "").replace(' ', '-');
    }

    /** Returns where a block stands, as people write it. */
    public String where(Block block) {
        return path + ":" + block.begin();
    }

    /** Puts another text into all blocks of a kind and name, in the file on disk. */
    static void rewrite(String kind, String name, String text) {
        for (DocFile file : all()) {
            List<String> changed = new ArrayList<>(file.lines);
            for (int b = file.blocks.size() - 1; b >= 0; b--) {
                Block block = file.blocks.get(b);
                if (block.kind().equals(kind) && block.name().equals(name)) {
                    changed.subList(block.begin(), block.end()).clear();
                    changed.addAll(block.begin(), text.lines().toList());
                }
            }
            if (!changed.equals(file.lines)) {
                write(file.path, changed);
            }
        }
    }

    private static void write(Path path, List<String> lines) {
        try {
            Files.writeString(ROOT.resolve(path), String.join("\n", lines) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
