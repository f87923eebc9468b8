package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sporos.kernel.analysis.Liveness;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Value;

/**
 * Coalesces variables: gives one C++ variable to values with disjoint live ranges that are connected by block
 * arguments. The copies between them vanish.
 */
final class Coalescing {
    private final Inlining inlining;
    private final Map<Value, List<Value>> groups = new IdentityHashMap<>();

    Coalescing(Kernel kernel, Inlining inlining) {
        this.inlining = inlining;
        visit(kernel.body());
    }

    /** Returns the values that share a variable with a value, including itself. */
    List<Value> group(Value value) {
        return groups.getOrDefault(value, List.of(value));
    }

    private void visit(Region region) {
        Liveness liveness = new Liveness(region, inlining.uses(), inlining::isInlined);
        Set<Value> own = new HashSet<>();
        for (Block block : region.blocks()) {
            block.instructions().stream().filter(at -> at.regions().isEmpty()).forEach(own::add);
            if (block.id() > 0) {
                own.addAll(block.arguments());
            }
        }
        for (Block block : region.blocks()) {
            for (Edge edge : block.terminator().edges()) {
                List<Argument> arguments = region.block(edge.target()).arguments();
                for (int k = 0; k < arguments.size(); k++) {
                    tryJoin(arguments.get(k), edge.arguments().get(k), own, liveness);
                }
            }
        }
        for (Block block : region.blocks()) {
            block.instructions().forEach(at -> at.regions().forEach(nested -> visit(nested)));
        }
    }

    private void tryJoin(Argument argument, Value value, Set<Value> own, Liveness liveness) {
        boolean variables = inlining.isUsed(argument) && !inlining.isInlined(value) && own.contains(value);
        List<Value> left = group(argument);
        List<Value> right = group(value);
        if (!variables || left == right || left.contains(value) || !fit(left, right)) {
            return;
        }
        for (Value a : left) {
            for (Value b : right) {
                if (liveness.interfere(a, b)) {
                    return;
                }
            }
        }
        List<Value> joined = new ArrayList<>(left);
        joined.addAll(right);
        joined.forEach(member -> groups.put(member, joined));
    }

    /** Values with different names of the user keep different variables. */
    private static boolean fit(List<Value> left, List<Value> right) {
        String a = name(left);
        String b = name(right);
        return left.get(0).type() == right.get(0).type() && (a.isEmpty() || b.isEmpty() || a.equals(b));
    }

    /** Returns the first nonempty name. */
    static String name(List<Value> group) {
        return group.stream()
                .map(Value::name)
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("");
    }
}
