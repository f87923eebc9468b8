package org.sporos.host.task;

import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.policy.BooleanContribution;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.DoubleScanBody;
import org.sporos.policy.FloatContribution;
import org.sporos.policy.FloatScanBody;
import org.sporos.policy.IntContribution;
import org.sporos.policy.IntScanBody;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongContribution;
import org.sporos.policy.LongScanBody;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/** Bodies over the positions of an index set, for code that calls lambdas: each calls the user's body with an element. */
final class ListedBody {
    private ListedBody() {}

    /** Returns the elements of the index set that a policy stands for, or null. */
    static @Nullable IntView elements(Policy policy) {
        return policy instanceof RangePolicy range ? range.elements() : null;
    }

    /** Returns a contribution or the consumer of a scan over the positions of a policy; itself over an ordinary one. */
    static KernelBody of(Policy policy, KernelBody body) {
        IntView list = elements(policy);
        if (list == null) {
            return body;
        } else if (body instanceof DoubleContribution.Range at) {
            return (DoubleContribution.Range) p -> at.at(list.get(p));
        } else if (body instanceof FloatContribution.Range at) {
            return (FloatContribution.Range) p -> at.at(list.get(p));
        } else if (body instanceof IntContribution.Range at) {
            return (IntContribution.Range) p -> at.at(list.get(p));
        } else if (body instanceof LongContribution.Range at) {
            return (LongContribution.Range) p -> at.at(list.get(p));
        } else if (body instanceof BooleanContribution.Range at) {
            return (BooleanContribution.Range) p -> at.at(list.get(p));
        }
        return consumer(list, body);
    }

    private static KernelBody consumer(IntView list, KernelBody body) {
        if (body instanceof DoubleScanBody.Range to) {
            return (DoubleScanBody.Range) (p, sum) -> to.at(list.get(p), sum);
        } else if (body instanceof FloatScanBody.Range to) {
            return (FloatScanBody.Range) (p, sum) -> to.at(list.get(p), sum);
        } else if (body instanceof IntScanBody.Range to) {
            return (IntScanBody.Range) (p, sum) -> to.at(list.get(p), sum);
        } else if (body instanceof LongScanBody.Range to) {
            return (LongScanBody.Range) (p, sum) -> to.at(list.get(p), sum);
        }
        throw new InternalException(body + " takes no element of an index set");
    }
}
