package org.sporos.check;

import org.sporos.graph.Node;

/** Tells more of two touches whose elements may be the same. */
interface Separation {
    /** Returns whether they surely never meet at an element. */
    boolean areDisjoint(Node node, NodeAccess touch, Node otherNode, NodeAccess otherTouch);

    /** Returns whether they surely meet in each run, although their elements are not exactly known as boxes. */
    default boolean mustOverlap(Node node, NodeAccess touch, Node otherNode, NodeAccess otherTouch) {
        return false;
    }
}
