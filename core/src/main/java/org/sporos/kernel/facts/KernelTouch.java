package org.sporos.kernel.facts;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.AtomicKind;
import org.sporos.space.Footprint;

/**
 * That a kernel reads or changes elements of a view.
 *
 * @param view the number of the view in the binding
 * @param write whether it writes them; else it reads them, or changes them by an atomic
 * @param atomic the atomic, or null
 * @param certain whether it touches all of these elements in each run
 * @param elements the elements, of the view's allocation
 * @param position the first place that does so
 */
public record KernelTouch(
        int view,
        boolean write,
        @Nullable AtomicKind atomic,
        boolean certain,
        Footprint elements,
        SourcePosition position) {}
