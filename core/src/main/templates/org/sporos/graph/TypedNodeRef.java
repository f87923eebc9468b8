package org.sporos.graph;

[#list params as t]
import org.sporos.param.${t.Type}Param;
[/#list]
[#list reductions as t]
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.${t.Type}ScanBody;
[/#list]
import org.sporos.policy.IndexSet;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ElementValue;
[#list views as t]
import org.sporos.view.${t.Type}View;
[/#list]
import org.sporos.view.View;

/** The methods of {@link NodeRef} that there is one of for each element type. */
abstract sealed class TypedNodeRef permits NodeRef {

    /** Returns what makes the tasks of the nodes. */
    abstract Tasks tasks();

    /** Adds a node with the work of a task. */
    abstract NodeRef add(Task task);

    /** Adds a fill. */
    abstract NodeRef fill(String label, View view, ElementValue value);

    /** Adds a scan. */
    abstract NodeRef scan(String label, Policy policy, KernelBody contribution, KernelBody consumer, Scan scan);
[#list reductions as t]

    /** Hands the prefix sum of each index of a range, as ${t.type}s in one fixed order, to a consumer. */
    public NodeRef thenParallelScan(
            String label,
            RangePolicy policy,
            ${t.Type}Contribution.Range contribution,
            ${t.Type}ScanBody.Range consumer,
            Scan.Of${t.Type} scan) {
        return scan(label, policy, contribution, consumer, scan);
    }

    /**
     * Hands the prefix sum of each element of an index set, in list order and as ${t.type}s in one fixed order, to a
     * consumer.
     */
    public NodeRef thenParallelScan(
            String label,
            IndexSet set,
            ${t.Type}Contribution.Range contribution,
            ${t.Type}ScanBody.Range consumer,
            Scan.Of${t.Type} scan) {
        return scan(label, set, contribution, consumer, scan);
    }

    /** Hands the prefix sum of each index of a range, as ${t.type}s in one fixed order, to a consumer. */
    public NodeRef thenParallelScan(
            String label,
            LongRangePolicy policy,
            ${t.Type}Contribution.LongRange contribution,
            ${t.Type}ScanBody.LongRange consumer,
            Scan.Of${t.Type} scan) {
        return scan(label, policy, contribution, consumer, scan);
    }
[/#list]
[#list views as t]

    /** Sets each element of a view. */
    public NodeRef thenFill(String label, ${t.Type}View view, ${t.type} value) {
        return fill(label, view, ElementValue.of(value));
    }
[/#list]
[#list params as t]

    /** Sets each element of a view to the value that a param has at the submit. */
    public NodeRef thenFill(String label, ${t.Type}View view, ${t.Type}Param value) {
        return add(ParamFills.of(tasks(), label, view, value));
    }
[/#list]
}
