package org.sporos.graph;

/**
 * An option of {@link ExecutableGraph#explain}. Immutable.
 *
 * <pre>{@code
 * System.out.println(exec.explain(ExplainOption.WITH_CODE));
 * }</pre>
 *
 * @since 0.1.0
 */
public enum ExplainOption {
    /** Adds the C++ of the kernels. */
    WITH_CODE
}
