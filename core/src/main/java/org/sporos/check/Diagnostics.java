package org.sporos.check;

import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.Diagnostic;

/** Collects the flaws of one graph, with the words that all of them share. Used by one thread. */
final class Diagnostics {
    private final List<Diagnostic> found = new ArrayList<>();

    void error(String code, String message, String cure) {
        found.add(Diagnostic.error(code, message, cure));
    }

    void warning(String code, String message, String cure) {
        found.add(Diagnostic.warning(code, message, cure));
    }

    void add(Diagnostic diagnostic) {
        found.add(diagnostic);
    }

    List<Diagnostic> found() {
        return found;
    }
}
