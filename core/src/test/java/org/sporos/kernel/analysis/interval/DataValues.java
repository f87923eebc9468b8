package org.sporos.kernel.analysis.interval;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/** The values of a kernel that are computed from the content of views or from floats, directly or not. */
final class DataValues {
    private final Set<Value> values = new HashSet<>();

    DataValues(Kernel kernel) {
        int before;
        do {
            before = values.size();
            region(kernel.body());
        } while (values.size() > before);
    }

    Set<Value> values() {
        return values;
    }

    static List<Instruction> instructions(Region region) {
        List<Instruction> all = new ArrayList<>();
        for (Block block : region.blocks()) {
            for (Instruction i : block.instructions()) {
                all.add(i);
                i.regions().forEach(nested -> all.addAll(instructions(nested)));
            }
        }
        return all;
    }

    private void region(Region region) {
        for (Block block : region.blocks()) {
            for (Instruction i : block.instructions()) {
                boolean source = i.op() instanceof Op.Load
                        || i.op() instanceof Op.Atomic
                        || i.op() instanceof Op.Param
                        || i.op() instanceof Op.Reduce
                        || (i.op() instanceof Conversion c && c.from().isFloating() && c.to().isInteger());
                if (source || i.operands().stream().anyMatch(values::contains)) {
                    values.add(i);
                }
                i.regions().forEach(this::region);
            }
            for (Edge edge : block.terminator().edges()) {
                List<Argument> arguments = region.block(edge.target()).arguments();
                for (int k = 0; k < arguments.size(); k++) {
                    if (values.contains(edge.arguments().get(k))) {
                        values.add(arguments.get(k));
                    }
                }
            }
        }
    }
}
