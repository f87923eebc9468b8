package org.sporos.algorithm;

import org.sporos.graph.NodeRef;
import org.sporos.view.IntView;

/** The nodes of a compaction. */
interface CompactionNodes {

    /** Adds the nodes. */
    void addAfter(NodeRef before, IndexPredicate predicate, KeptIndexes results, IntView count);
}
