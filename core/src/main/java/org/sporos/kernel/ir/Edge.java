package org.sporos.kernel.ir;

import java.util.List;

/**
 * An edge of the control-flow graph, which passes values to the block that it enters.
 *
 * @param target the number of the block in its region
 * @param arguments the values of the block's arguments
 */
public record Edge(int target, List<Value> arguments) {
    public Edge {
        arguments = List.copyOf(arguments);
    }
}
