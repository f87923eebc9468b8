package org.sporos.kernel.passes;

import java.util.List;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.ParamRef;
import org.sporos.kernel.ir.ScalarRef;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.param.Param;
import org.sporos.view.View;

/**
 * What the names of a kernel stand for in one node: nodes that run the same code with other captured values share the
 * kernel and differ in this. The lists are in the order of {@link Kernel#views()}, params and scalars. Immutable.
 *
 * @param scalars the raw bits of the captured scalars
 */
public record Binding(List<View> views, List<Param> params, List<Long> scalars) {

    /** Keeps unmodifiable copies. */
    public Binding {
        views = List.copyOf(views);
        params = List.copyOf(params);
        scalars = List.copyOf(scalars);
    }

    /** Returns the values that a kernel was lifted with. */
    public static Binding of(Kernel kernel) {
        return new Binding(
                kernel.views().stream().map(ViewRef.Captured::view).toList(),
                kernel.params().stream().map(ParamRef::param).toList(),
                kernel.scalars().stream().map(ScalarRef::bits).toList());
    }

    /** Returns the view that a name stands for. */
    public View view(ViewRef.Captured ref) {
        return views.get(ref.index());
    }
}
