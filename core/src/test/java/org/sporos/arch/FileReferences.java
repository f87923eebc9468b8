package org.sporos.arch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which source file names types of which other one, in code and not in comments. Read from the sources and not from
 * class files, where constants of other classes are copied without a trace, and where a template is one file and not
 * four.
 */
final class FileReferences {
    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern IMPORT = Pattern.compile("^import (static )?([\\w.$]+);", Pattern.MULTILINE);
    private static final Pattern DECLARED = Pattern.compile("(?:class|interface|enum|record) ([\\w$]+)");
    private static final Pattern TYPE = Pattern.compile("(?<![\\w.$])[A-Z$][\\w$]*");
    private static final Pattern QUALIFIED = Pattern.compile("(?<![\\w.$])org\\.sporos\\.[\\w.]+");
    /** The element type in the name of a template, and in its text. */
    private static final String MARKER = "$Type$";

    private static final String MARKER_IN_TEXT = "${t.Type}";
    private static final Pattern INCLUDE = Pattern.compile("\\[#include '/@build/(.*)']");

    /** The file of each type that is not nested, by its full name. */
    private final Map<String, String> fileOf = new HashMap<>();

    private final Map<String, Set<String>> references = new TreeMap<>();

    /**
     * Returns the references among some files, each file by its package and name, such as {@code
     * org.sporos.graph.Node}.
     *
     * @param elements the names of element types, for templates
     */
    static Map<String, Set<String>> of(Collection<Path> files, List<String> elements) throws IOException {
        FileReferences all = new FileReferences();
        Map<String, String> texts = new TreeMap<>();
        for (Path file : files) {
            all.add(file, Files.readString(file), elements, texts);
        }
        texts.forEach(all::resolve);
        return all.references;
    }

    private void add(Path file, String text, List<String> elements, Map<String, String> texts) throws IOException {
        String code = code((text + included(text)).replace(MARKER_IN_TEXT, MARKER));
        Matcher in = PACKAGE.matcher(code);
        String name = file.getFileName().toString().replace(".java", "");
        if (!in.find() || name.equals("package-info")) {
            return;
        }
        String full = in.group(1) + "." + name;
        texts.put(full, code);
        fileOf.put(full, full);
        for (String element : elements) {
            fileOf.put(full.replace(MARKER, element), full);
        }
    }

    /** Returns the file that a template includes, whose code stands in quotes there. */
    private static String included(String text) throws IOException {
        Matcher include = INCLUDE.matcher(text);
        return include.find()
                ? Files.readString(Path.of("src/build", include.group(1))).replace('"', ' ')
                : "";
    }

    /** Returns a text without its comments and what stands in quotes. */
    static String code(String text) {
        StringBuilder code = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            int end = end(text, at);
            if (end == at) {
                code.append(text.charAt(at++));
            } else {
                code.append(' ');
                at = end;
            }
        }
        return code.toString();
    }

    /** Returns where the comment or literal ends that begins at a place, or the place itself if none does. */
    private static int end(String text, int at) {
        if (text.startsWith("//", at)) {
            return after(text, "\n", at + 2) - 1;
        } else if (text.startsWith("/*", at)) {
            return after(text, "*/", at + 2);
        } else if (text.startsWith("\"\"\"", at)) {
            return after(text, "\"\"\"", at + 3);
        } else if (text.charAt(at) == '"' || text.charAt(at) == '\'') {
            return after(text, text.substring(at, at + 1), at + 1);
        }
        return at;
    }

    /** Returns the place after a mark that no backslash stands before. */
    private static int after(String text, String mark, int from) {
        int at = from;
        while (at < text.length() && !text.startsWith(mark, at)) {
            at += text.charAt(at) == '\\' && !mark.equals("\n") && !mark.equals("*/") ? 2 : 1;
        }
        return Math.min(text.length(), at + mark.length());
    }

    private void resolve(String file, String code) {
        Set<String> found = new TreeSet<>();
        String folder = file.substring(0, file.lastIndexOf('.') + 1);
        Map<String, String> imported = new HashMap<>();
        Matcher imports = IMPORT.matcher(code);
        while (imports.find()) {
            String name = imports.group(2);
            imported.put(name.substring(name.lastIndexOf('.') + 1), name);
        }
        String body = IMPORT.matcher(code).replaceAll("");
        Set<String> declared = all(DECLARED, body, 1);
        for (String name : words(body)) {
            String full = imported.getOrDefault(name, declared.contains(name) ? "" : folder + name);
            fileOf(full).ifPresent(found::add);
        }
        all(QUALIFIED, body, 0).forEach(name -> fileOf(name).ifPresent(found::add));
        found.remove(file);
        references.put(file, found);
    }

    private static Set<String> words(String body) {
        Set<String> words = all(TYPE, body, 0);
        // What is imported statically may begin with a small letter.
        words.addAll(all(Pattern.compile("(?<![\\w.$])[a-z]\\w*(?=\\()"), body, 0));
        return words;
    }

    private static Set<String> all(Pattern pattern, String text, int group) {
        Set<String> found = new TreeSet<>();
        Matcher in = pattern.matcher(text);
        while (in.find()) {
            found.add(in.group(group));
        }
        return found;
    }

    /** Returns the file of a type, of a type nested in it, or of a member of it. */
    private Optional<String> fileOf(String name) {
        for (String part = name; part.contains("."); part = part.substring(0, part.lastIndexOf('.'))) {
            String file = fileOf.get(part);
            if (file != null) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the files that lead back to themselves, each cycle with all files that are in it (Tarjan's components).
     */
    static List<Set<String>> cycles(Map<String, Set<String>> references) {
        return new Components(references).cycles;
    }

    private static final class Components {
        private final Map<String, Set<String>> references;
        private final Map<String, Integer> number = new HashMap<>();
        private final Map<String, Integer> low = new HashMap<>();
        private final List<String> stack = new ArrayList<>();
        private final List<Set<String>> cycles = new ArrayList<>();

        Components(Map<String, Set<String>> references) {
            this.references = references;
            for (String file : references.keySet()) {
                if (!number.containsKey(file)) {
                    visit(file);
                }
            }
        }

        private void visit(String file) {
            number.put(file, number.size());
            low.put(file, number.get(file));
            stack.add(file);
            for (String other : references.getOrDefault(file, Set.of())) {
                if (!number.containsKey(other)) {
                    visit(other);
                    low.merge(file, low.get(other), Math::min);
                } else if (stack.contains(other)) {
                    low.merge(file, number.get(other), Math::min);
                }
            }
            if (low.get(file).equals(number.get(file))) {
                Set<String> cycle = new TreeSet<>();
                while (!cycle.contains(file)) {
                    cycle.add(stack.remove(stack.size() - 1));
                }
                if (cycle.size() > 1) {
                    cycles.add(cycle);
                }
            }
        }
    }
}
