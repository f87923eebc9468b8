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
 * A captured kernel body of a node.
 *
 * @param graph the graph of the node
 * @param call the body, its role and policy
 * @param capture the method and captured values; shared by consecutive bodies of one class with the same values
 */
public record CapturedBody(Graph graph, Node node, KernelCall call, CaptureResult capture) {

    /** Returns role, method and captured values. */
    @Override
    public String toString() {
        if (!(capture instanceof CaptureResult.Found found)) {
            return call.role() + " " + ((CaptureResult.Refused) capture).problem();
        }
        StringJoiner captured = new StringJoiner(", ", "(", ")");
        found.kernel().captured().forEach(value -> captured.add(shown(value)));
        return call.role() + " " + found.kernel().methodName() + captured;
    }

    /** Never calls {@code toString} of user objects, which may fail or hang. */
    private static String shown(@Nullable Object value) {
        if (value instanceof View view) {
            return Labels.quoted(view.label());
        } else if (value == null || value.getClass().getPackageName().equals("java.lang")) {
            return String.valueOf(value);
        }
        return value.getClass().getSimpleName();
    }
}
