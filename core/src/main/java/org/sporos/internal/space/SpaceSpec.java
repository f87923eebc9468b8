package org.sporos.internal.space;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;

/**
 * The parsed name of an execution space: {@code kind[:ordinal][,key[=value]]...}, such as {@code cuda:1} or {@code
 * host,threads=3,strict}.
 *
 * @param kind the backend, such as {@code host}
 * @param ordinal the index of the device among those of its kind, 0 by default
 * @param options the options in the order given; one without a value has the value {@code true}
 */
public record SpaceSpec(String kind, int ordinal, Map<String, String> options) {

    /** Keeps an unmodifiable copy of the options. */
    public SpaceSpec {
        options = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    /**
     * Parses a name.
     *
     * @throws IllegalArgumentException if it is not of the form above
     */
    public static SpaceSpec parse(String text) {
        String[] parts = Required.argument(text, "the name of a space (such as host or cuda:1)")
                .trim()
                .split(",", -1);
        String[] head = parts[0].trim().split(":", -1);
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            String[] option = parts[i].trim().split("=", 2);
            require(!option[0].isEmpty(), text);
            String value = option.length == 1 ? "true" : option[1];
            if (value.isBlank()) {
                throw refused(text, option[0], "no value; write " + option[0] + "=VALUE, or leave it out");
            } else if (options.putIfAbsent(option[0], value) != null) {
                throw refused(text, option[0], "more than one value; write it once");
            }
        }
        require(!head[0].isEmpty() && head.length <= 2, text);
        return new SpaceSpec(head[0].toLowerCase(Locale.ROOT), head.length == 1 ? 0 : ordinal(head[1], text), options);
    }

    private static int ordinal(String digits, String text) {
        require(digits.matches("[0-9]{1,4}"), text);
        return Integer.parseInt(digits);
    }

    private static CodedArgumentException refused(String text, String option, String violation) {
        return new CodedArgumentException(
                "S210", Labels.quoted(text) + " gives option " + Labels.quoted(option) + " " + violation);
    }

    private static void require(boolean condition, String text) {
        if (!condition) {
            throw new CodedArgumentException(
                    "S210",
                    Labels.quoted(text) + " does not name an execution space; write"
                            + " kind[:ordinal][,option=value], such as host, cuda:1 or host,threads=3");
        }
    }
}
