package org.sporos.graph;

import org.sporos.error.Labels;
//#for contribution
import org.sporos.policy.$Type$Contribution;
//#end
import org.sporos.policy.IndexSet;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reduction;

/** Tells which policies a contribution is made for. */
final class Contributions {
    private static final String RANGE = "a RangePolicy";

    private Contributions() {}

    static void check(GraphRecorder recorder, String label, Policy policy, Reduction reduction) {
        String made = madeFor(reduction.contribution());
        String given = nameOf(policy);
        // Both have ints for indexes.
        boolean fits = made.equals(given) || policy instanceof IndexSet && made.equals(RANGE);
        if (!fits) {
            throw recorder.refused(
                    "G006",
                    label,
                    "reduces over " + given + ", but the contribution to "
                            + Labels.quoted(reduction.result().label()) + " is made for " + made,
                    "Use into for RangePolicy, IndexSet and MDRangePolicy with a lambda of as many indexes,"
                            + " intoLongRange for LongRangePolicy, intoTeam for TeamPolicy.");
        }
    }

    private static String nameOf(Policy policy) {
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

    private static String madeFor(KernelBody contribution) {
//#for contribution
        if (contribution instanceof $Type$Contribution.Range) {
            return RANGE;
        } else if (contribution instanceof $Type$Contribution.Range2) {
            return "an MDRangePolicy of rank 2";
        } else if (contribution instanceof $Type$Contribution.Range3) {
            return "an MDRangePolicy of rank 3";
        } else if (contribution instanceof $Type$Contribution.LongRange) {
            return "a LongRangePolicy";
        }
//#end
        return "a TeamPolicy";
    }
}
