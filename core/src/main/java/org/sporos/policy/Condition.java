package org.sporos.policy;

/**
 * The question that a conditional node asks on the device.
 *
 * <pre>{@code
 * IntView left = IntView.copyOf("left", space, 10);
 * Graph pass = Graph.define("pass", body -> body.then("count", () -> left.set(left.get() - 1)));
 * root.thenWhile("loop", () -> left.get() > 0, pass);
 * }</pre>
 */
@FunctionalInterface
public interface Condition extends KernelBody {

    /** Returns the answer, from views and params. */
    boolean test();
}
