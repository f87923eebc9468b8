package org.sporos.kernel.cpp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.sporos.error.InternalException;
import org.sporos.internal.error.JdkFailure;
import org.sporos.internal.error.Labels;
import org.sporos.kernel.ir.ScratchLevel;

/**
 * The first fault of a launch, recorded by kernels in {@link #BYTES} bytes: the ints claimed (0 for none), node, site
 * (counted from 1) and an unused one; 16 bytes of packed indexes; 16 bytes of packed indexes of the work item; the
 * address of a copy of the record, 0 for none.
 *
 * @param node the number of the node
 * @param site the number of the site in {@link CppLaunch#sites()}, from 0
 * @param first the lower half of the packed indexes
 * @param second the upper half
 * @param item the lower half of the packed indexes of the work item
 * @param itemRest the upper half
 */
public record CppFault(int node, int site, long first, long second, long item, long itemRest) {
    /** The size of an error record. */
    public static final int BYTES = 56;

    /** The offset of the address of its copy in an error record. */
    public static final int COPY_OFFSET = 48;

    /** Returns whether an error record holds a fault. */
    public static boolean isPresent(ByteBuffer record) {
        return record.order(ByteOrder.nativeOrder()).getInt(0) != 0;
    }

    /** Returns the fault in an error record. */
    public static CppFault read(ByteBuffer record) {
        ByteBuffer r = record.order(ByteOrder.nativeOrder());
        return new CppFault(r.getInt(4), r.getInt(8) - 1, r.getLong(16), r.getLong(24), r.getLong(32), r.getLong(40));
    }

    /**
     * Returns a description of the fault, as the end of a sentence about the node: {@code fails at Heat.java:41 in work
     * item 6: index (7, 3) is outside of view 'u' of extents [7, 9]}.
     *
     * @param item the work item, as in {@code in work item 6}, or the empty string
     */
    public String describe(List<CppSite> sites, String item) {
        CppSite at = sites.get(site);
        String where = at.position() + (item.isEmpty() ? "" : " " + item);
        return switch (at.kind()) {
            case DIVISION -> "divides an integer by zero at " + where;
            case INT_OVERFLOW -> "overflows an int at " + where;
            case LONG_OVERFLOW -> "overflows a long at " + where;
            case BEGIN_BEHIND_END -> "throws IllegalArgumentException at " + where + ": " + JdkFailure.BEGIN_BEHIND_END;
            case PASSES ->
                "has made " + first + (first == 1 ? " iteration" : " iterations")
                        + " and its condition still holds; allow more in thenWhile, or make the loop converge";
            case BOUNDS -> "fails: " + refusal(at);
            case SCRATCH, DEVICE_SCRATCH, VIEW_INDEX, ARRAY_INDEX -> "fails at " + where + ": " + refusal(at);
        };
    }

    /** Returns a description without the position, as a sentence about the kernel; for refused indexes and requests. */
    public String refusal(CppSite at) {
        return switch (at.kind()) {
            case SCRATCH -> "it " + scratch(ScratchLevel.SHARED, at);
            case DEVICE_SCRATCH -> "it " + scratch(ScratchLevel.DEVICE, at);
            case BOUNDS -> outside(at.subject(), first, second);
            case VIEW_INDEX ->
                "index " + indexes(at) + " is outside of view " + Labels.quoted(at.subject()) + extents(at);
            case ARRAY_INDEX ->
                "index " + indexes(at) + " is outside of local array " + Labels.quoted(at.subject()) + " of "
                        + at.length() + " elements";
            case DIVISION, INT_OVERFLOW, LONG_OVERFLOW, BEGIN_BEHIND_END, PASSES ->
                throw new InternalException("no refusal: " + at);
        };
    }

    /**
     * Returns a description of dynamic bounds outside of their limits, as a sentence about the node.
     *
     * @param range the range as text
     */
    public static String outside(String range, long begin, long end) {
        return "its range is " + range + ", and the bounds are " + begin + " and " + end
                + " in this run, so that it ran over nothing; keep them inside of the limits, the begin not behind the end";
    }

    /** For scratch memory, the first index is the requested number of elements, the second the total bytes. */
    private String scratch(ScratchLevel level, CppSite at) {
        return first < 0 ? level.negative(first) : level.exceeded(second, at.length());
    }

    /** Scratch memory has no view. */
    private static String extents(CppSite at) {
        return at.view() == null
                ? ""
                : " of extents " + Arrays.toString(at.view().region().extents());
    }

    private String indexes(CppSite at) {
        if (at.wide()) {
            return "(" + first + ")";
        }
        int[] all = {(int) first, (int) (first >> 32), (int) second, (int) (second >> 32)};
        StringBuilder text = new StringBuilder("(");
        for (int k = 0; k < at.indexes(); k++) {
            text.append(k == 0 ? "" : ", ").append(all[k]);
        }
        return text.append(')').toString();
    }
}
