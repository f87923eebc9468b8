package org.sporos.kernel.analysis.dependence;

/**
 * The accesses of a kernel to one of its views.
 *
 * @param view the number of the view in the binding
 * @param changes whether it writes elements, or changes them by atomics
 * @param atIndex whether each work item touches the element at its own index alone
 */
public record KernelEffect(int view, boolean changes, boolean atIndex) {}
