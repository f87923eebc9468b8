package org.sporos.samples;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/**
 * The command line of a sample: options such as {@code --size=200} or {@code --jacobi}, and always {@code --space=...}.
 * The default of an option determines its type: a positive integer, {@code true} or {@code false}, or any text.
 */
public final class Arguments {
    private static final String SPACE = "space";

    private final Map<String, String> values;

    private Arguments(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Parses a command line. An invalid one ends the program with a line that explains why.
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
     * Parses a command line.
     *
     * @throws IllegalArgumentException if it has an unknown option or an invalid value
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

    /** Returns the value of an integer option. */
    public int number(String key) {
        return Integer.parseInt(text(key));
    }

    /** Returns whether an option is on. */
    boolean flag(String key) {
        return Boolean.parseBoolean(text(key));
    }

    /** Returns the value of an option, empty if it is not set. */
    String text(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalStateException("the sample has no option '" + key + "'");
        }
        return value;
    }

    /** Opens the space of {@code --space}, else the default one. */
    public ExecutionSpace openSpace() {
        String name = text(SPACE);
        try {
            return name.isEmpty() ? ExecutionSpaces.open() : ExecutionSpaces.open(name);
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw exit(e);
        }
    }

    /** Ends the program with one line if the sample rejects its arguments. */
    void require(boolean condition, String otherwise) {
        if (!condition) {
            throw exit(otherwise);
        }
    }

    /** Ends the program with the message of an exception. Never returns. */
    static IllegalStateException exit(Exception e) {
        return exit(String.valueOf(e.getMessage()));
    }

    /** Ends the program with a line for the user. Never returns. */
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
