package org.sporos.kernel.cpp;

import java.util.List;

/**
 * The table that each block of a launch of several reads first: a row of longs for each block, those of one member
 * after those of the member before. A row begins with the number of the code to run; then come the member's arguments,
 * each in the lower bytes of a long.
 *
 * @param members the members
 * @param width the number of longs in a row
 */
public record CppTable(List<Member> members, int width) {
    /** The longs of a row before the arguments. */
    public static final int HEAD = 1;

    /** Keeps an unmodifiable copy. */
    public CppTable {
        members = List.copyOf(members);
    }

    /**
     * One of the launches that are one.
     *
     * @param code the number of the code to run
     * @param launch its arguments and sites; its entry is a function that only this launch calls
     * @param nodes the number of nodes that it is for: faults number them from that of the member
     */
    public record Member(int code, CppLaunch launch, int nodes) {
        /** Returns the number of its blocks. */
        public int blocks() {
            return Math.toIntExact(launch.geometry().gridX());
        }
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
