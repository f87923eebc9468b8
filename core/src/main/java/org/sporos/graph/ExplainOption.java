package org.sporos.graph;

/**
 * An option of {@link ExecutableGraph#explain}. Immutable.
 *
 * <pre>{@code
 * System.out.println(exec.explain(ExplainOption.WITHOUT_CODE));
 * }</pre>
 *
 * @since 0.1.0
 */
public enum ExplainOption {
    /** Omits the C++ of the kernels. */
    WITHOUT_CODE
}
