package org.sporos.samples.bench;

import java.util.Arrays;
import java.util.List;

/** The arguments of a benchmark: {@code --name=value}, {@code --flag} and words. */
record Options(List<String> args) {
    Options(String... args) {
        this(List.of(args));
    }

    String text(String name, String otherwise) {
        String start = "--" + name + "=";
        return args.stream()
                .filter(arg -> arg.startsWith(start))
                .map(arg -> arg.substring(start.length()))
                .findFirst()
                .orElse(otherwise);
    }

    int number(String name, int otherwise) {
        return Integer.parseInt(text(name, "" + otherwise));
    }

    /** Returns the parts of a value, separated by plus signs. */
    List<String> list(String name, String otherwise) {
        return Arrays.asList(text(name, otherwise).split("\\+"));
    }

    boolean has(String flag) {
        return args.contains("--" + flag);
    }

    /** Returns the arguments without dashes. */
    List<String> words() {
        return args.stream().filter(arg -> !arg.startsWith("--")).toList();
    }
}
