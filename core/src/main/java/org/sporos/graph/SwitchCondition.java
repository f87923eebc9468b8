package org.sporos.graph;

import org.sporos.param.BooleanParam;
import org.sporos.policy.Condition;

/** The condition of an enabled task: its param. A kernel of the library. */
final class SwitchCondition implements Condition {
    private static final long serialVersionUID = 1L;

    /** Serialized only to analyse the lambda, which keeps the object itself. */
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
