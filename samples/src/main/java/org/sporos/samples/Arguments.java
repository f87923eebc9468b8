package org.sporos.samples;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/**
 * The command line of a sample: options such as {@code --size=200} or {@code --jacobi}, and always {@code --space=...}.
 * The default of an option says which values it takes: a whole number above 0, {@code true} or {@code false}, or any
 * text.
 */
public final class Arguments {
    private static final String SPACE = "space";

    private final Map<String, String> values;

    private Arguments(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Reads a command line. A wrong one ends the program with one line that says why.
     *
     * @param defaults the options of the sample with their default values, as in {@code size=200}
     */
    public static Arguments of(String[] args, String... defaults) {
        try {
            return parse(args, defaults);
        } catch (IllegalArgumentException e) {
            throw exit(e);
        }
    }

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException if it names an option that the sample does not have, or a wrong value
     */
    static Arguments parse(String[] args, String... defaults) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String option : defaults) {
            values.put(key(option), value(option));
        }
        values.put(SPACE, "");
        for (String argument : args) {
            String option = argument.startsWith("--") ? argument.substring(2) : "";
            String value = option.contains("=") ? value(option) : "true";
            String before = values.get(key(option));
            if (before == null) {
                throw new IllegalArgumentException("'" + argument + "' is none of the options "
                        + values.keySet().stream().map(key -> "--" + key).collect(Collectors.joining(", ")));
            }
            check(argument, before, value);
            values.put(key(option), value);
        }
        return new Arguments(values);
    }

    private static void check(String argument, String before, String value) {
        if (before.matches("[0-9]+") && !value.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("'" + argument + "' takes a whole number above 0, such as " + before);
        }
        if (before.matches("true|false") && !value.matches("true|false")) {
            throw new IllegalArgumentException("'" + argument + "' takes true or false");
        }
    }

    /** Returns a number. */
    public int number(String key) {
        return Integer.parseInt(text(key));
    }

    /** Returns whether an option is on. */
    boolean flag(String key) {
        return Boolean.parseBoolean(text(key));
    }

    /** Returns a text, empty if the command line has none. */
    String text(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalStateException("the sample has no option '" + key + "'");
        }
        return value;
    }

    /** Opens the space that {@code --space} names, else the one that the library takes by itself. */
    public ExecutionSpace openSpace() {
        String name = text(SPACE);
        try {
            return name.isEmpty() ? ExecutionSpaces.open() : ExecutionSpaces.open(name);
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw exit(e);
        }
    }

    /** Ends the program with one line if the arguments are wrong in a way that only the sample knows. */
    void require(boolean condition, String otherwise) {
        if (!condition) {
            throw exit(otherwise);
        }
    }

    /** Ends the program with what an exception says. Never returns. */
    static IllegalStateException exit(Exception e) {
        return exit(String.valueOf(e.getMessage()));
    }

    /** Ends the program with one line for what the user has to change. Never returns. */
    static IllegalStateException exit(String message) {
        System.err.println(message);
        System.exit(2);
        return new IllegalStateException(message);
    }

    private static String key(String option) {
        return option.contains("=") ? option.substring(0, option.indexOf('=')) : option;
    }

    private static String value(String option) {
        return option.substring(option.indexOf('=') + 1);
    }
}
