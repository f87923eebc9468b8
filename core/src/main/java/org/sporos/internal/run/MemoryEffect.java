package org.sporos.internal.run;

import org.sporos.internal.space.StridedRegion;

/**
 * The effect of an eager call, a node or an access on a region of memory.
 *
 * @param writes whether it may change elements; else it only reads them
 */
public record MemoryEffect(StridedRegion region, boolean writes) {

    /** Returns a read of a region. */
    public static MemoryEffect reads(StridedRegion region) {
        return new MemoryEffect(region, false);
    }

    /** Returns a write of a region, which may read it, too. */
    public static MemoryEffect writes(StridedRegion region) {
        return new MemoryEffect(region, true);
    }

    /** Returns whether both conflict: they may share an element, and one of them writes. */
    public boolean conflictsWith(MemoryEffect other) {
        return (writes || other.writes) && overlap(region, other.region);
    }

    /** Returns whether two regions may share elements, also across several allocations over one array or address. */
    static boolean overlap(StridedRegion one, StridedRegion other) {
        Object array = one.allocation().backingArray();
        Object otherArray = other.allocation().backingArray();
        if (one.allocation() == other.allocation() || (array != null && array == otherArray)) {
            return Footprint.of(one).meets(Footprint.of(other)) != Footprint.Meeting.NEVER;
        }
        return array == null && otherArray == null && addressesMeet(one, other);
    }

    private static boolean addressesMeet(StridedRegion one, StridedRegion other) {
        return one.size() > 0
                && other.size() > 0
                && one.allocation().hasAddress()
                && other.allocation().hasAddress()
                && address(one, one.offset()) < address(other, other.lastOffset() + 1)
                && address(other, other.offset()) < address(one, one.lastOffset() + 1);
    }

    private static long address(StridedRegion of, long offset) {
        return of.allocation().address() + offset * of.allocation().type().bytes();
    }
}
