package org.sporos.kernel.cpp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.sporos.error.Labels;

/**
 * The first offence of a launch, as the kernels record it in {@link #BYTES} bytes: claimed (0 for none), node, site
 * (counted from 1), unused, as ints; then 16 bytes with the indexes, packed, and the address of a record that is to hold the
 * same, 0 for none.
 *
 * @param node the number of the node
 * @param site the number of the site in {@link CppLaunch#sites()}, from 0
 * @param first the lower half of the packed indexes
 * @param second the upper half
 */
public record CppFault(int node, int site, long first, long second) {
    /** The size of an error record. */
    public static final int BYTES = 40;

    /** Where in an error record the address of its copy is. */
    public static final int COPY_OFFSET = 32;

    /** Returns whether an error record holds an offence. */
    public static boolean isPresent(ByteBuffer record) {
        return record.order(ByteOrder.nativeOrder()).getInt(0) != 0;
    }

    /** Returns the offence that an error record holds. */
    public static CppFault read(ByteBuffer record) {
        ByteBuffer r = record.order(ByteOrder.nativeOrder());
        return new CppFault(r.getInt(4), r.getInt(8) - 1, r.getLong(16), r.getLong(24));
    }

    /** Returns what happened, as a clause: {@code index (7, 3) is outside of view 'u' at Heat.java:41}. */
    public String describe(List<CppSite> sites) {
        CppSite at = sites.get(site);
        return switch (at.kind()) {
            case DIVISION -> "an integer is divided by zero at " + at.position();
            case PASSES -> "loop " + Labels.quoted(at.subject()) + " made " + first + " passes and would go on";
            case SCRATCH -> scratch(at);
            case VIEW_INDEX ->
                "index " + indexes(at) + " is outside of view " + Labels.quoted(at.subject()) + " at " + at.position();
            case ARRAY_INDEX ->
                "index " + indexes(at) + " is outside of local array " + Labels.quoted(at.subject()) + " at " + at.position();
        };
    }

    /** Of scratch memory, what was asked for are elements and, with all before it, bytes. */
    private String scratch(CppSite at) {
        if (first < 0) {
            return "it asks for scratch of " + first + " elements at " + at.position() + "; use 0 or more";
        }
        return "it asks for " + second + " bytes of scratch for a team at " + at.position() + ", and its policy has "
                + at.length() + "; ask for less, or give the TeamPolicy withScratch(" + second + ")";
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
