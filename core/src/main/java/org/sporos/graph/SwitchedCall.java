package org.sporos.graph;

import org.sporos.param.BooleanParam;

/**
 * Java code called only in runs with a true param at their submit. Immutable.
 *
 * @param body the code
 */
record SwitchedCall(BooleanParam param, Runnable body) implements Runnable {
    @Override
    public void run() {
        if (param.get()) {
            body.run();
        }
    }
}
