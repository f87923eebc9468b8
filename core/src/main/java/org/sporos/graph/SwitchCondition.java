package org.sporos.graph;

import org.sporos.param.BooleanParam;
import org.sporos.policy.Condition;

/** The question whether the switch of a task is on. It is a kernel of the library. */
final class SwitchCondition implements Condition {
    private static final long serialVersionUID = 1L;

    /** Never serialized but to find the kernel: that keeps the object itself. */
    @SuppressWarnings("serial")
    private final BooleanParam param;

    SwitchCondition(BooleanParam param) {
        this.param = param;
    }

    @Override
    public boolean test() {
        return param.get();
    }
}
