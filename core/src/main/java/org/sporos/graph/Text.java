package org.sporos.graph;

import org.sporos.policy.Policy;
import org.sporos.policy.TeamPolicy;

/** The text of policies. */
final class Text {

    private Text() {}

    static String of(Policy policy) {
        return policy instanceof TeamPolicy ? "[" + policy + "]" : policy.toString();
    }
}
