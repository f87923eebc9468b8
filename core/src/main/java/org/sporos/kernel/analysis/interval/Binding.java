package org.sporos.kernel.analysis.interval;

import java.util.ArrayList;
import java.util.List;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.ParamRef;
import org.sporos.kernel.ir.ScalarRef;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.param.Param;
import org.sporos.view.View;

/**
 * The captures of a kernel in one node; nodes with the same code share the kernel and differ in the binding. The lists
 * are in the order of {@link Kernel#views()}, params and scalars. Immutable.
 *
 * @param scalars the raw bits of the captured scalars
 */
public record Binding(List<View> views, List<Param> params, List<Long> scalars) {

    /** Makes unmodifiable copies. */
    public Binding {
        views = List.copyOf(views);
        params = List.copyOf(params);
        scalars = List.copyOf(scalars);
    }

    /** Returns the captures of the lifted kernel. */
    public static Binding of(Kernel kernel) {
        List<View> views = new ArrayList<>(kernel.views().size());
        for (ViewRef.Captured ref : kernel.views()) {
            views.add(ref.view());
        }
        List<Param> params = new ArrayList<>(kernel.params().size());
        for (ParamRef ref : kernel.params()) {
            params.add(ref.param());
        }
        List<Long> scalars = new ArrayList<>(kernel.scalars().size());
        for (ScalarRef ref : kernel.scalars()) {
            scalars.add(ref.bits());
        }
        return new Binding(views, params, scalars);
    }

    /** Returns the view of a reference. */
    public View view(ViewRef.Captured ref) {
        return views.get(ref.index());
    }
}
