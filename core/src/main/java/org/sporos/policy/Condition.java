package org.sporos.policy;

/**
 * The condition of a branch or loop, evaluated on the device.
 *
 * <pre>{@code
 * IntView left = IntView.copyOf("left", space, 10);
 * Graph pass = Graph.define("pass", body -> body.then("count", () -> left.set(left.get() - 1)));
 * root.thenWhile("loop", () -> left.get() > 0, pass);
 * }</pre>
 */
@FunctionalInterface
public interface Condition extends KernelBody {

    /** Evaluates the condition, from views and params. */
    boolean test();
}
