package org.sporos.graph;

import org.sporos.internal.error.Labels;
[#list contributions as t]
import org.sporos.policy.${t.Type}Contribution;
[/#list]
import org.sporos.policy.IndexSet;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangeBody4;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reduction;

/** The policies that each kind of body is made for. */
final class Contributions {
    private static final String RANGE = "a RangePolicy";
    private static final String LONG_RANGE = "a LongRangePolicy";
    private static final String LEAGUE = "a TeamPolicy";

    private Contributions() {}

    static void check(Definition definition, String label, Policy policy, Reduction reduction) {
        if (!fits(policy, reduction.contribution())) {
            throw definition.refused(
                    "G006",
                    label,
                    "reduces over " + nameOf(policy) + ", but the contribution to "
                            + Labels.quoted(reduction.result().label()) + " is made for "
                            + madeFor(reduction.contribution()),
                    "Use into for RangePolicy, IndexSet and MDRangePolicy with a lambda of as many indexes,"
                            + " intoLongRange for LongRangePolicy, intoTeam for TeamPolicy.");
        }
    }

    /** Returns whether a body is made for a policy. */
    static boolean fits(Policy policy, KernelBody body) {
        String made = madeFor(body);
        // Both have int indexes.
        return made.equals(nameOf(policy)) || policy instanceof IndexSet && made.equals(RANGE);
    }

    static String nameOf(Policy policy) {
        if (policy instanceof MDRangePolicy box) {
            return boxOf(box.rank());
        }
        if (policy instanceof RangePolicy) {
            return RANGE;
        }
        if (policy instanceof IndexSet) {
            return "an IndexSet";
        }
        return policy instanceof LongRangePolicy ? LONG_RANGE : LEAGUE;
    }

    private static String boxOf(int rank) {
        return "an MDRangePolicy of rank " + rank;
    }

    /** Returns the kind of policy of a loop, reduction or scan body. */
    static String madeFor(KernelBody body) {
        if (body instanceof RangeBody) {
            return RANGE;
        } else if (body instanceof RangeBody2) {
            return boxOf(2);
        } else if (body instanceof RangeBody3) {
            return boxOf(3);
        } else if (body instanceof RangeBody4) {
            return boxOf(4);
        } else if (body instanceof LongRangeBody) {
            return LONG_RANGE;
        }
[#list contributions as t]
        if (body instanceof ${t.Type}Contribution contribution) {
            return madeFor(contribution);
        }
[/#list]
        return LEAGUE;
    }
[#list contributions as t]

    private static String madeFor(${t.Type}Contribution body) {
        if (body instanceof ${t.Type}Contribution.Range) {
            return RANGE;
        } else if (body instanceof ${t.Type}Contribution.Range2) {
            return boxOf(2);
        } else if (body instanceof ${t.Type}Contribution.Range3) {
            return boxOf(3);
        } else if (body instanceof ${t.Type}Contribution.Range4) {
            return boxOf(4);
        }
        return body instanceof ${t.Type}Contribution.LongRange ? LONG_RANGE : LEAGUE;
    }
[/#list]
}
