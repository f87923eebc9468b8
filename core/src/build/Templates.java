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

/**
 * Writes the sources that differ in an element type alone, from one template for each family and one table of types,
 * element-types.txt. The build runs it before it compiles: {@code java Templates.java TABLE TEMPLATES OUTPUT}.
 *
 * <p>A template is Java with these markers:
 *
 * <pre>
 *   $Type$, $type$, ...    the cell of that column, in the row of the type
 *   $toBits$(value)        a cell with a *, in whose place the argument stands; it ends on the same line
 *   //#if word             the lines to //#else or //#end, for the types that have the word in the column "has"
 *   //#for word            the lines to //#end, once for each type that has the word
 *   $,$                    in them: a comma, but nothing for the last type
 * </pre>
 *
 * <p>A template with a marker in its name gives a file for each type, or none where no text is left. Any other gives
 * one file, which names types in {@code //#for} alone. Imports are sorted. Unknown columns and words are errors. A file
 * whose text has not changed is left alone, and one that no template gives any more is deleted.
 */
public final class Templates {
    private static final Pattern MARKER = Pattern.compile("\\$(,|\\w*)\\$?");
    private static final Pattern DIRECTIVE = Pattern.compile("\\s*//#(\\w*) *(\\w*)\\s*");

    /** A row of the table. */
    private record Type(Map<String, String> cells, Set<String> words) {}

    /** What stands outside of {@code //#for} in a template that gives one file. */
    private static final Type NONE = new Type(Map.of(), Set.of());

    private final List<Type> types;
    private final Path file;
    private final List<String> lines;

    private Templates(List<Type> types, Path file, List<String> lines) {
        this.types = types;
        this.file = file;
        this.lines = lines;
    }

    public static void main(String[] arguments) throws IOException {
        List<Type> types = table(Path.of(arguments[0]));
        Path templates = Path.of(arguments[1]);
        Path output = Path.of(arguments[2]);
        Set<Path> made = new HashSet<>();
        for (Path file : filesBelow(templates)) {
            Path name = templates.relativize(file);
            Templates template = new Templates(types, file, Files.readAllLines(file));
            for (Type type : name.toString().contains("$") ? types : List.of(NONE)) {
                String text = template.textFor(type);
                if (!text.isBlank()) {
                    Path target = output.resolve(template.filled(name.toString(), type, 0));
                    write(target, "// Generated from " + name.toString().replace('\\', '/') + "\n" + text);
                    made.add(target);
                }
            }
        }
        for (Path old : filesBelow(output)) {
            if (!made.contains(old)) {
                Files.delete(old);
            }
        }
    }

    private static List<Path> filesBelow(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void write(Path target, String text) throws IOException {
        if (!Files.exists(target) || !Files.readString(target).equals(text)) {
            Files.createDirectories(target.getParent());
            Files.writeString(target, text);
        }
    }

    private static List<Type> table(Path file) throws IOException {
        List<String[]> rows = Files.readAllLines(file).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.strip().split(" *\\| *"))
                .toList();
        String[] columns = rows.get(0);
        List<Type> types = new ArrayList<>();
        for (String[] row : rows.subList(1, rows.size())) {
            if (row.length != columns.length) {
                throw new IllegalArgumentException(
                        file + ": " + row[0] + " has " + row.length + " cells for " + columns.length + " columns");
            }
            Map<String, String> cells = new HashMap<>();
            for (int c = 0; c < columns.length; c++) {
                cells.put(columns[c], row[c]);
            }
            types.add(new Type(cells, Set.of(cells.remove("has").split(" +"))));
        }
        return types;
    }

    private String textFor(Type type) {
        List<String> text = new ArrayList<>();
        expand(0, lines.size(), type, text);
        sortImports(text);
        return String.join("\n", text) + "\n";
    }

    /** Adds the text of the lines {@code [from, to)} for a type. */
    private void expand(int from, int to, Type type, List<String> text) {
        for (int at = from; at < to; at++) {
            Matcher directive = DIRECTIVE.matcher(lines.get(at));
            if (!directive.matches()) {
                text.add(filled(lines.get(at), type, at));
                continue;
            }
            String word = directive.group(2);
            switch (directive.group(1)) {
                case "if" -> at = choose(at, has(type, word, at), type, text);
                case "for" -> at = repeat(at, word, text);
                default -> throw wrong(at, "this belongs to no //#if or //#for");
            }
        }
    }

    /** Adds one part of an {@code //#if}, and returns the line of its end. */
    private int choose(int at, boolean holds, Type type, List<String> text) {
        int end = after(at, "end");
        int otherwise = Math.min(after(at, "else"), end);
        if (holds) {
            expand(at + 1, otherwise, type, text);
        } else {
            expand(otherwise + 1, end, type, text);
        }
        return end;
    }

    /** Adds a {@code //#for}, and returns the line of its end. */
    private int repeat(int at, String word, List<String> text) {
        List<Type> chosen = types.stream().filter(type -> has(type, word, at)).toList();
        int end = after(at, "end");
        for (Type type : chosen) {
            Map<String, String> cells = new HashMap<>(type.cells);
            cells.put(",", type == chosen.get(chosen.size() - 1) ? "" : ",");
            expand(at + 1, end, new Type(cells, type.words), text);
        }
        return end;
    }

    /**
     * Returns the line of the wanted directive of the section that begins at a line, or a line beyond if it has none.
     */
    private int after(int begin, String wanted) {
        int depth = 0;
        for (int at = begin + 1; at < lines.size(); at++) {
            Matcher directive = DIRECTIVE.matcher(lines.get(at));
            if (!directive.matches()) {
                continue;
            }
            String word = directive.group(1);
            if (depth == 0 && word.equals(wanted)) {
                return at;
            }
            depth += word.equals("end") ? -1 : word.equals("else") ? 0 : 1;
        }
        if (wanted.equals("end")) {
            throw wrong(begin, "no //#end after it");
        }
        return lines.size();
    }

    private boolean has(Type type, String word, int at) {
        if (types.stream().noneMatch(each -> each.words.contains(word))) {
            throw wrong(at, "no type of the table has '" + word + "'");
        }
        return type.words.contains(word);
    }

    private String filled(String line, Type type, int at) {
        StringBuilder text = new StringBuilder();
        Matcher marker = MARKER.matcher(line);
        int done = 0;
        while (marker.find(done)) {
            String cell = type.cells.get(marker.group(1));
            if (cell == null) {
                throw wrong(at, "no column for " + marker.group() + " here");
            }
            text.append(line, done, marker.start());
            done = marker.end();
            if (cell.contains("*")) {
                int close = closing(line, done, at);
                cell = cell.replace("*", filled(line.substring(done + 1, close), type, at));
                done = close + 1;
            }
            text.append(cell);
        }
        return text.append(line, done, line.length()).toString();
    }

    /** Returns the place of the parenthesis that closes the one at a place. */
    private int closing(String line, int open, int at) {
        int depth = 0;
        for (int c = open; c < line.length(); c++) {
            depth += line.charAt(c) == '(' ? 1 : line.charAt(c) == ')' ? -1 : 0;
            if (depth == 0) {
                if (c > open) {
                    return c;
                }
                break;
            }
        }
        throw wrong(at, "no (argument) after a marker that takes one");
    }

    /** Sorts each block of imports, and drops what stands there twice. */
    private static void sortImports(List<String> text) {
        for (int begin = 0, end; begin < text.size(); begin = end + 1) {
            end = begin;
            while (end < text.size() && text.get(end).startsWith("import ")) {
                end++;
            }
            List<String> imports = text.subList(begin, end);
            List<String> sorted = imports.stream().sorted().distinct().toList();
            imports.clear();
            imports.addAll(sorted);
            end = begin + sorted.size();
        }
    }

    private IllegalArgumentException wrong(int at, String what) {
        return new IllegalArgumentException(
                file + ":" + (at + 1) + ": " + what + ": " + lines.get(at).strip());
    }
}
