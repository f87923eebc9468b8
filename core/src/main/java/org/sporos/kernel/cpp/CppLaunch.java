package org.sporos.kernel.cpp;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One launch of an entry of a program. Several may share an entry.
 *
 * @param label the label of the node
 * @param entry the name of the function; on the host that of its {@code extern "C" void(void**)} caller
 * @param arguments the arguments, one per parameter
 * @param sites the operations that can fail; a fault has the number of one
 * @param prints the print statements; a printed line has the number of one
 * @param geometry the threads on a GPU
 * @param table the rows that the blocks of a launch of several read, or null
 */
public record CppLaunch(
        String label,
        String entry,
        List<CppArgument> arguments,
        List<CppSite> sites,
        List<CppPrints.Site> prints,
        CppGeometry geometry,
        @Nullable Table table) {
    /** Keeps unmodifiable copies. */
    public CppLaunch {
        arguments = List.copyOf(arguments);
        sites = List.copyOf(sites);
        prints = List.copyOf(prints);
    }

    /** Makes one without a table. */
    public CppLaunch(
            String label,
            String entry,
            List<CppArgument> arguments,
            List<CppSite> sites,
            List<CppPrints.Site> prints,
            CppGeometry geometry) {
        this(label, entry, arguments, sites, prints, geometry, null);
    }

    /**
     * The table of a launch of several members: a row of longs for each block, member by member. A row has the number
     * of the function, then its arguments, each in the lower bytes of a long.
     *
     * @param members the members
     * @param width the number of longs in a row; 0 if the arguments of all members follow those of the launch
     */
    public record Table(List<Member> members, int width) {
        /** Keeps an unmodifiable copy. */
        public Table {
            members = List.copyOf(members);
        }

        /**
         * One member of the launch.
         *
         * @param head the first long of a row; its lower half is the number of the function
         * @param launch its arguments and sites; its entry is a function that only this launch calls
         * @param nodes the number of its nodes; faults number them from the member's
         */
        public record Member(long head, CppLaunch launch, int nodes) {
            /** Returns the number of its blocks. */
            public int blocks() {
                return Math.toIntExact(launch.geometry().gridX());
            }
        }

        /** Returns whether it is in memory. */
        public boolean isInMemory() {
            return width > 0;
        }

        /** Returns the number of all blocks. */
        public int blocks() {
            int blocks = 0;
            for (Member member : members) {
                blocks += member.blocks();
            }
            return blocks;
        }
    }
}
