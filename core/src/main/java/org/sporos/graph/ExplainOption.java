package org.sporos.graph;

/**
 * Something that {@link ExecutableGraph#explain} does in another way than it does by default. Immutable.
 *
 * <pre>{@code
 * System.out.println(exec.explain(ExplainOption.WITHOUT_CODE));
 * }</pre>
 *
 * @since 0.1.0
 */
public enum ExplainOption {
    /** The text ends before the C++ of the kernels. */
    WITHOUT_CODE
}
