package org.sporos.kernel.cpp;

import java.util.List;

/**
 * The C++ of all kernels of a graph. Immutable. The text depends on nothing but the units and the options: what is
 * known only at launch is passed as arguments, so that a compiled program fits all graphs of the same text.
 *
 * @param dialect the language
 * @param options how it was emitted
 * @param kernels the text without the prelude, for people
 * @param launches for each unit its launches, in order: one, or two for a scan of many tiles on a GPU
 */
public record CppProgram(CppDialect dialect, CppOptions options, String kernels, List<List<CppLaunch>> launches) {
    /** Keeps an unmodifiable copy. */
    public CppProgram {
        launches = List.copyOf(launches);
    }

    /** Returns the whole text, which a compiler takes as one file. */
    public String source() {
        return Prelude.of(dialect, kernels) + "\n" + kernels;
    }

    /** Returns the flags that the compiler must be given for the arithmetic. */
    public List<String> flags() {
        return dialect.flags(options.arithmetic());
    }

    /** Returns the names of the entries, each once. */
    public List<String> entries() {
        return launches.stream()
                .flatMap(List::stream)
                .map(CppLaunch::entry)
                .distinct()
                .toList();
    }
}
