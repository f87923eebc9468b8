package org.sporos.kernel.cpp;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One launch of an entry of a program. Several may share an entry.
 *
 * @param label the label of the node
 * @param entry the name of the function; on the host that of its {@code extern "C" void(void**)} caller
 * @param arguments what is passed for each parameter
 * @param sites the places that can fail; a fault names one by its number
 * @param prints the places that print; a printed line names one by its number
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
     * The table that a launch of several reads: a row of longs for each block, those of one member after those of the
     * member before. A row begins with the number of the code to run; then come the member's arguments, each in the lower
     * bytes of a long.
     *
     * @param members the members
     * @param width the number of longs in a row; 0 if the arguments of all members are passed behind those of the launch
     */
    public record Table(List<Member> members, int width) {
        /** Keeps an unmodifiable copy. */
        public Table {
            members = List.copyOf(members);
        }

        /**
         * One of the launches that are one.
         *
         * @param head the long before the arguments, in its lower half the number of the code to run
         * @param launch its arguments and sites; its entry is a function that only this launch calls
         * @param nodes the number of nodes that it is for: faults number them from that of the member
         */
        public record Member(long head, CppLaunch launch, int nodes) {
            /** Returns the number of its blocks. */
            public int blocks() {
                return Math.toIntExact(launch.geometry().gridX());
            }
        }

        /** Returns whether it lies in memory. */
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
