package org.sporos.kernel.cpp;

import org.sporos.kernel.ir.ViewRef;
import org.sporos.kernel.transform.LaunchedKernel;
import org.sporos.view.View;

/** The views of a kernel in a unit. */
record LaunchViews(ProvenKernel kernel, UnitScope unit) implements LaunchedKernel.Launch {
    @Override
    public View view(ViewRef.Captured ref) {
        return kernel.view(ref);
    }

    @Override
    public Object extentKey(ViewRef.Captured ref) {
        return unit.extentKey(view(ref));
    }

    @Override
    public boolean isConstant(ViewRef.Captured ref) {
        return !unit.isWritten(view(ref)) && unit.isAlone(view(ref));
    }
}
