package org.sporos.kernel.compile;

import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.KernelCall;
import org.sporos.graph.Node;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.capture.CaptureResult;
import org.sporos.view.View;

/**
 * A kernel body of a node, with what it captured.
 *
 * @param graph the graph that the node is in
 * @param call the body, and what it is called for
 * @param capture what it runs and captured; bodies of one class that captured the same share it, where they follow each
 *        other
 */
public record CapturedBody(Graph graph, Node node, KernelCall call, CaptureResult capture) {

    /** Returns its role, the method that it runs, and what it captured. */
    @Override
    public String toString() {
        if (!(capture instanceof CaptureResult.Found found)) {
            return call.role() + " " + ((CaptureResult.Refused) capture).problem();
        }
        StringJoiner captured = new StringJoiner(", ", "(", ")");
        found.kernel().captured().forEach(value -> captured.add(shown(value)));
        return call.role() + " " + found.kernel().methodName() + captured;
    }

    /** The text of an object that a user wrote is never asked for: it may fail, or take for ever. */
    private static String shown(@Nullable Object value) {
        if (value instanceof View view) {
            return Labels.quoted(view.label());
        } else if (value == null || value.getClass().getPackageName().equals("java.lang")) {
            return String.valueOf(value);
        }
        return value.getClass().getSimpleName();
    }
}
