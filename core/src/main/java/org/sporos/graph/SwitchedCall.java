package org.sporos.graph;

import org.sporos.param.BooleanParam;

/**
 * Java code that a run calls only if a param was true at its submit. Immutable.
 *
 * @param body what is called
 */
record SwitchedCall(BooleanParam param, Runnable body) implements Runnable {
    @Override
    public void run() {
        if (param.get()) {
            body.run();
        }
    }
}
