package org.sporos.graph;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;

/**
 * The purpose of a task, as errors of wrong arguments name it. Immutable.
 *
 * @param kind what is made, such as {@code node}
 * @param of where it belongs, such as {@code of graph 'step'} with a space in front, or nothing; asked for in errors
 *        alone
 */
record Definition(String kind, Supplier<String> of) {

    /** Returns the violation of a task without a label. */
    GraphException unlabelled() {
        return GraphException.of(
                "G004",
                "a " + kind + " at " + SourceLocation.ofCaller() + of.get() + " has the label null",
                "Give each " + kind + " a label: it names the node in errors and pictures.");
    }

    /** Returns the violation of a task that is given null. */
    GraphException missing(@Nullable String label) {
        return refused(
                "G004",
                label,
                "is given null",
                "Give each argument of a " + kind + " a value; leave optional ones out.");
    }

    /** Returns a violation of a task that is about to be made. */
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
