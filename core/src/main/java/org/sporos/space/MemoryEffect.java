package org.sporos.space;

/**
 * What an eager call, a node or an access does with a box of memory.
 *
 * @param writes whether it may change elements; else it only reads them
 */
public record MemoryEffect(Region region, boolean writes) {

    /** Returns the reading of a box. */
    public static MemoryEffect reads(Region region) {
        return new MemoryEffect(region, false);
    }

    /** Returns the writing of a box, which may read it, too. */
    public static MemoryEffect writes(Region region) {
        return new MemoryEffect(region, true);
    }

    /** Returns whether the order of both may matter: they may share an element, and one of them writes. */
    public boolean conflictsWith(MemoryEffect other) {
        return (writes || other.writes) && region.overlaps(other.region);
    }
}
