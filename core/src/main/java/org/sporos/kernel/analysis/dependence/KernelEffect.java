package org.sporos.kernel.analysis.dependence;

/**
 * The accesses of a kernel to one of its views.
 *
 * @param view the index of the view in the binding
 * @param changes whether it writes elements or updates them atomically
 * @param atIndex whether each work item accesses only the element at its own index
 */
public record KernelEffect(int view, boolean changes, boolean atIndex) {}
