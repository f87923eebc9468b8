package org.sporos.graph;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;

/**
 * The context of a task for errors about wrong arguments. Immutable.
 *
 * @param kind the defined object, such as {@code node}
 * @param of its owner, such as {@code of graph 'step'} with a leading space, or empty; evaluated only for errors
 */
record Definition(String kind, Supplier<String> of) {

    /** Returns the violation of a task without a label. */
    GraphException unlabelled() {
        return GraphException.of(
                "G004",
                "a " + kind + " at " + SourceLocation.ofCaller() + of.get() + " has the label null",
                "Give each " + kind + " a label: it names the node in errors and pictures.");
    }

    /** Returns the violation of a null argument. */
    GraphException missing(@Nullable String label) {
        return refused(
                "G004",
                label,
                "is given null",
                "Give each argument of a " + kind + " a value; leave optional ones out.");
    }

    /** Returns a violation in the definition of a task. */
    GraphException refused(String code, @Nullable String label, String what, String cure) {
        return GraphException.of(
                code,
                kind + " " + Labels.quoted(String.valueOf(label)) + " (" + SourceLocation.ofCaller() + ")" + of.get()
                        + " " + what,
                cure);
    }

    /** Returns an argument, or throws if it is null. */
    <T> T check(@Nullable String label, @Nullable T argument) {
        if (argument == null) {
            throw missing(label);
        }
        return argument;
    }
}
