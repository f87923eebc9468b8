package org.sporos.graph;

//#for param
import org.sporos.param.$Type$Param;
//#end
//#for reduction
import org.sporos.policy.$Type$Contribution;
import org.sporos.policy.$Type$ScanBody;
//#end
import org.sporos.policy.IndexSet;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ElementValue;
//#for view
import org.sporos.view.$Type$View;
//#end
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
//#for reduction

    /** Hands the prefix sum of each index of a range, as $type$s in one fixed order, to a consumer. */
    public NodeRef thenParallelScan(
            String label,
            RangePolicy policy,
            $Type$Contribution.Range contribution,
            $Type$ScanBody.Range consumer,
            Scan.Of$Type$ scan) {
        return scan(label, policy, contribution, consumer, scan);
    }

    /**
     * Hands the prefix sum of each element of an index set, in list order and as $type$s in one fixed order, to a
     * consumer.
     */
    public NodeRef thenParallelScan(
            String label,
            IndexSet set,
            $Type$Contribution.Range contribution,
            $Type$ScanBody.Range consumer,
            Scan.Of$Type$ scan) {
        return scan(label, set, contribution, consumer, scan);
    }

    /** Hands the prefix sum of each index of a range, as $type$s in one fixed order, to a consumer. */
    public NodeRef thenParallelScan(
            String label,
            LongRangePolicy policy,
            $Type$Contribution.LongRange contribution,
            $Type$ScanBody.LongRange consumer,
            Scan.Of$Type$ scan) {
        return scan(label, policy, contribution, consumer, scan);
    }
//#end
//#for view

    /** Sets each element of a view. */
    public NodeRef thenFill(String label, $Type$View view, $type$ value) {
        return fill(label, view, ElementValue.of(value));
    }
//#end
//#for param

    /** Sets each element of a view to the value that a param has at the submit. */
    public NodeRef thenFill(String label, $Type$View view, $Type$Param value) {
        return add(ParamFills.of(tasks(), label, view, value));
    }
//#end
}
