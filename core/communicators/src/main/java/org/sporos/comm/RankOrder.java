package org.sporos.comm;

/**
 * The order in which an all-reduce combines the contributions of ranks.
 *
 * <pre>{@code
 * root.then(world.allReduce("large", Sum, big, RankOrder.ANY));
 * }</pre>
 */
public enum RankOrder {
    /**
     * All ranks gather all partial results and combine them in rank order, by the tree of reductions over indexes: the
     * same bits in every run and with every library, for a given number of ranks. For results of up to some thousand
     * elements: each rank receives the elements of all.
     */
    FIXED,

    /**
     * The order chosen by the message-passing library, which may differ from run to run. For large views, or if time
     * matters more.
     */
    ANY
}
