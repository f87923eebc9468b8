package org.sporos.host.task;

//#for contribution
import org.sporos.policy.$Type$Contribution;
//#end
//#for reduction
import org.sporos.policy.$Type$ScanBody;
//#end
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/** Bodies over the positions of an index set, for code that calls lambdas: each calls the user's with an element. */
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
        }
//#for contribution
        if (body instanceof $Type$Contribution.Range at) {
            return ($Type$Contribution.Range) p -> at.at(list.get(p));
        }
//#end
        return consumer(list, body);
    }

    private static KernelBody consumer(IntView list, KernelBody body) {
//#for reduction
        if (body instanceof $Type$ScanBody.Range to) {
            return ($Type$ScanBody.Range) (p, sum) -> to.at(list.get(p), sum);
        }
//#end
        throw new InternalException(body + " takes no element of an index set");
    }
}
