package org.sporos.kernel.cpp;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The C++ of all kernels of a graph. Immutable. The text depends only on the units and the options: values known at
 * launch are arguments, so that graphs of equal text share a compiled program.
 *
 * @param dialect the language
 * @param options the options of emission
 * @param functions the texts of the units, each once
 * @param launches the launch of each unit; a unit that runs as Java code on the host has none
 */
public record CppProgram(CppDialect dialect, CppOptions options, List<Function> functions, List<CppLaunch> launches) {
    /** Keeps unmodifiable copies. */
    public CppProgram {
        functions = List.copyOf(functions);
        launches = List.copyOf(launches);
    }

    /**
     * The text of a unit. Compared by its parts: a template is shared by programs, so its hash code is computed once.
     *
     * @param name the name of the entry
     * @param template the text, with placeholders for names
     */
    public record Function(String name, String template) {
        String text() {
            return template.replace("@entry", name).replace("@body", name + "_body");
        }

        /** Explicit, as record methods are bootstrapped at run time, which slows startup. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Function that && name.equals(that.name) && template.equals(that.template);
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + template.hashCode();
        }
    }

    /** Returns the text without the prelude, for people. */
    public String kernels() {
        StringBuilder text = new StringBuilder();
        functions.forEach(function -> text.append(function.text()));
        return text.toString();
    }

    /** Returns the whole text, one translation unit. */
    public String source() {
        String kernels = kernels();
        return Prelude.of(dialect, kernels) + "\n" + kernels;
    }

    /** Returns the compiler flags of the arithmetic. */
    public List<String> flags() {
        return dialect.flags(options.arithmetic());
    }

    /** Returns the names of the entries, each once. */
    public List<String> entries() {
        Set<String> entries = new LinkedHashSet<>();
        launches.forEach(launch -> entries.add(launch.entry()));
        return List.copyOf(entries);
    }
}
