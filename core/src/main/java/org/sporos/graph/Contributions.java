package org.sporos.graph;

import org.sporos.error.Labels;
import org.sporos.policy.BooleanContribution;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.FloatContribution;
import org.sporos.policy.IndexSet;
import org.sporos.policy.IntContribution;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongContribution;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reduction;

/** Tells which policies a body is made for. */
final class Contributions {
    private static final String RANGE = "a RangePolicy";

    private Contributions() {}

    static void check(Definition definition, String label, Policy policy, Reduction reduction) {
        if (!fits(policy, reduction.contribution())) {
            throw definition.refused(
                    "G006",
                    label,
                    "reduces over " + nameOf(policy) + ", but the contribution to "
                            + Labels.quoted(reduction.result().label()) + " is made for "
                            + madeFor(reduction.contribution()),
                    "Use into for RangePolicy, IndexSet and MDRangePolicy with a lambda of as many indexes, intoLongRange for"
                            + " LongRangePolicy, intoTeams for TeamPolicy.");
        }
    }

    /** Returns whether a body is one for a policy. */
    static boolean fits(Policy policy, KernelBody body) {
        String made = madeFor(body);
        // Both have ints for indexes.
        return made.equals(nameOf(policy)) || policy instanceof IndexSet && made.equals(RANGE);
    }

    static String nameOf(Policy policy) {
        if (policy instanceof MDRangePolicy box) {
            return "an MDRangePolicy of rank " + box.rank();
        }
        if (policy instanceof RangePolicy) {
            return RANGE;
        }
        if (policy instanceof IndexSet) {
            return "an IndexSet";
        }
        return policy instanceof LongRangePolicy ? "a LongRangePolicy" : "a TeamPolicy";
    }

    /** Returns the kind of policy that a body of a loop, a reduction or a scan is made for. */
    static String madeFor(KernelBody contribution) {
        if (contribution instanceof DoubleContribution.Range
                || contribution instanceof FloatContribution.Range
                || contribution instanceof IntContribution.Range
                || contribution instanceof LongContribution.Range
                || contribution instanceof BooleanContribution.Range
                || contribution instanceof RangeBody) {
            return RANGE;
        }
        if (contribution instanceof DoubleContribution.Range2
                || contribution instanceof FloatContribution.Range2
                || contribution instanceof IntContribution.Range2
                || contribution instanceof LongContribution.Range2
                || contribution instanceof BooleanContribution.Range2
                || contribution instanceof RangeBody2) {
            return "an MDRangePolicy of rank 2";
        }
        if (contribution instanceof DoubleContribution.Range3
                || contribution instanceof FloatContribution.Range3
                || contribution instanceof IntContribution.Range3
                || contribution instanceof LongContribution.Range3
                || contribution instanceof BooleanContribution.Range3
                || contribution instanceof RangeBody3) {
            return "an MDRangePolicy of rank 3";
        }
        if (contribution instanceof DoubleContribution.LongRange
                || contribution instanceof FloatContribution.LongRange
                || contribution instanceof IntContribution.LongRange
                || contribution instanceof LongContribution.LongRange
                || contribution instanceof BooleanContribution.LongRange
                || contribution instanceof LongRangeBody) {
            return "a LongRangePolicy";
        }
        return "a TeamPolicy";
    }
}
