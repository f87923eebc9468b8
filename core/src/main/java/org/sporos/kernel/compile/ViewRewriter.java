package org.sporos.kernel.compile;

import java.util.function.UnaryOperator;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.kernel.capture.CaptureRewriter;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.view.View;

/**
 * Clones works with views replaced: kernels, copies, fills and nested graphs. Throws
 * {@link org.sporos.kernel.capture.RewriteException} if a body cannot be cloned. Works with opaque code or without
 * views are returned unchanged. Not thread-safe.
 */
public class ViewRewriter implements Work.Mapping {
    private final UnaryOperator<View> views;
    private final CaptureRewriter bodies;

    /** @param views maps each view to its replacement */
    public ViewRewriter(UnaryOperator<View> views) {
        this.views = views;
        this.bodies = new CaptureRewriter(views);
    }

    /** Returns a clone of a graph with views replaced. */
    public Graph rewritten(Graph graph) {
        return graph.mapped(this::rewritten);
    }

    /** Returns the work of a node of the clone. */
    protected Work rewritten(Node node) {
        return node.work().mapped(this);
    }

    @Override
    public Policy policy(Policy policy) {
        return policy.mapped(views);
    }

    @Override
    public KernelBody body(KernelBody body) {
        return bodies.rewritten(body);
    }

    @Override
    public View view(View view) {
        return views.apply(view);
    }

    @Override
    public Graph graph(Graph graph) {
        return rewritten(graph);
    }
}
