package org.sporos.kernel.bytecode;

import java.util.Map;
import org.sporos.kernel.KernelCode;
import org.sporos.kernel.SourcePosition;

/** The source language of a kernel, by its file name; cures use the terms of the language. */
enum SourceLanguage {
    JAVA("final", Map.of()),
    KOTLIN(
            "a val",
            Map.of(
                    KernelCode.K201,
                    "use a val for each value, or a data class of numbers with @JvmRecord",
                    KernelCode.K209,
                    "make the function that takes the lambda inline, or let it take a fun interface of numbers",
                    KernelCode.K210,
                    "its value would silently freeze: make it a val, copy it into a val before the kernel, or use a"
                            + " param or a view",
                    KernelCode.K211,
                    "its value would silently freeze: make it a val, or use a param or a view",
                    KernelCode.K302,
                    "use one array of numbers, as DoubleArray(12)")),
    SCALA(
            "a val",
            Map.of(
                    KernelCode.K201,
                    "use a val for each value",
                    KernelCode.K209,
                    "give the value a type of numbers: Any, type parameters, tuples and options box it",
                    KernelCode.K210,
                    "its value would silently freeze: make it a val, copy it into a val before the kernel, or use a"
                            + " param or a view",
                    KernelCode.K211,
                    "its value would silently freeze: make it a val, or use a param or a view",
                    KernelCode.K302,
                    "use one array of numbers, as new Array[Double](12)"));

    private final String constant;
    private final Map<KernelCode, String> cures;

    SourceLanguage(String constant, Map<KernelCode, String> cures) {
        this.constant = constant;
        this.cures = cures;
    }

    static SourceLanguage of(SourcePosition position) {
        String file = position.file();
        if (file.endsWith(".kt") || file.endsWith(".kts")) {
            return KOTLIN;
        }
        return file.endsWith(".scala") || file.endsWith(".sc") ? SCALA : JAVA;
    }

    /** Returns the word for a constant variable. */
    String constant() {
        return constant;
    }

    /** Returns the cure of an error. */
    String cure(KernelCode code) {
        return cures.getOrDefault(code, code.cure());
    }

    /**
     * Returns the source name of a captured variable, without the affixes of {@code $cap} of Kotlin and {@code cap$1}
     * of Scala.
     */
    String variable(String name) {
        return this == JAVA ? name : name.replaceFirst("^\\$", "").replaceFirst("\\$\\d+$", "");
    }
}
