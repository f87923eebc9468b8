package org.sporos.host.task;

[#list contributions as t]
import org.sporos.policy.${t.Type}Contribution;
[/#list]
[#list reductions as t]
import org.sporos.policy.${t.Type}ScanBody;
[/#list]
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.policy.KernelBody;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/** Bodies over the positions of an index set, for interpreted lambdas: each calls the user's body with an element. */
final class ListedBody {
    private ListedBody() {}

    /** Returns the elements of a policy's index set, or null. */
    static @Nullable IntView elements(Policy policy) {
        return policy instanceof RangePolicy range ? range.elements() : null;
    }

    /**
     * Returns a contribution or scan consumer over the positions of a policy's index set; without one, the body itself.
     */
    static KernelBody of(Policy policy, KernelBody body) {
        IntView list = elements(policy);
        if (list == null) {
            return body;
        }
[#list contributions as t]
        if (body instanceof ${t.Type}Contribution.Range at) {
            return (${t.Type}Contribution.Range) p -> at.at(list.get(p));
        }
[/#list]
        return consumer(list, body);
    }

    private static KernelBody consumer(IntView list, KernelBody body) {
[#list reductions as t]
        if (body instanceof ${t.Type}ScanBody.Range to) {
            return (${t.Type}ScanBody.Range) (p, sum) -> to.at(list.get(p), sum);
        }
[/#list]
        throw new InternalException(body + " takes no element of an index set");
    }
}
