package org.sporos.kernel.cpp;

import java.util.List;

/**
 * The C++ of all kernels of a graph. Immutable. The text depends only on the units and the options: values known at
 * launch are arguments, so that graphs of equal text share a compiled program.
 *
 * @param dialect the language
 * @param options the options of emission
 * @param kernels the text without the prelude, for people
 * @param launches the launch of each unit; a unit that runs as Java code on the host has none
 */
public record CppProgram(CppDialect dialect, CppOptions options, String kernels, List<CppLaunch> launches) {
    /** Keeps an unmodifiable copy. */
    public CppProgram {
        launches = List.copyOf(launches);
    }

    /** Returns the whole text, one translation unit. */
    public String source() {
        return Prelude.of(dialect, kernels) + "\n" + kernels;
    }

    /** Returns the compiler flags of the arithmetic. */
    public List<String> flags() {
        return dialect.flags(options.arithmetic());
    }

    /** Returns the names of the entries, each once. */
    public List<String> entries() {
        return launches.stream().map(CppLaunch::entry).distinct().toList();
    }
}
