package org.sporos.kernel.ir;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * Rewrites a kernel over indexes to one over positions of an index list: it loads the index at its first argument, the
 * position. The list is the last view. Used once.
 */
public final class ListedKernel {
    /** The cache key of the code. */
    private enum Key {
        LISTED
    }

    private final Kernel kernel;
    private final ViewRef.Captured list;
    private final Argument position;
    private final Map<Value, Value> replaced = new IdentityHashMap<>();

    private ListedKernel(Kernel kernel, ViewRef.Captured list) {
        this.kernel = kernel;
        this.list = list;
        SourcePosition where = kernel.body().arguments().get(0).position();
        this.position = new Argument(kernel.valueCount(), Type.I32, "p", where);
    }

    /** Returns the kernel for a list. The code is cached per code of the original and independent of the list. */
    public static Kernel of(Kernel kernel, IntView list) {
        int last = kernel.views().size();
        String name = name(kernel);
        Region code = (Region) kernel.body().derived().get(Key.LISTED);
        if (code == null) {
            ViewRef.Captured anyList =
                    new ViewRef.Captured(last, name, IntView.spec(1).inGraph(name));
            Region made = new ListedKernel(kernel, anyList).region();
            code = (Region) kernel.body().derived().keep(Key.LISTED, made);
        }
        Captures captures = kernel.captures();
        List<ViewRef.Captured> views = new ArrayList<>(captures.views());
        views.add(new ViewRef.Captured(last, name, list));
        Captures all = new Captures(
                views,
                captures.params(),
                captures.scalars(),
                captures.arrays(),
                captures.scratches(),
                captures.tables());
        return new Kernel(kernel.label(), kernel.position(), code, all, kernel.valueCount() + 1, kernel.printing());
    }

    /** Returns whether a load is from the last view, which is the list of a kernel with a list. */
    public static boolean isFromLast(Op.Load load, List<View> views) {
        return load.view() instanceof ViewRef.Captured view && view.index() == views.size() - 1;
    }

    private static String name(Kernel kernel) {
        Captures captures = kernel.captures();
        Set<String> taken = new HashSet<>();
        Stream.of(
                        captures.views().stream().map(ViewRef.Captured::name),
                        captures.params().stream().map(ParamRef::name),
                        captures.scalars().stream().map(ScalarRef::name),
                        captures.arrays().stream().map(LocalArray::name))
                .forEach(names -> names.forEach(taken::add));
        String name = "indexes";
        for (int k = 2; taken.contains(name); k++) {
            name = "indexes" + k;
        }
        return name;
    }

    /** Terminators are last: back edges pass values defined later. */
    private Region region() {
        Region old = kernel.body();
        List<List<Instruction>> instructions = new ArrayList<>();
        for (Block block : old.blocks()) {
            List<Instruction> all = new ArrayList<>();
            instructions.add(all);
            if (block.id() == 0) {
                all.add(load());
            }
            block.instructions().forEach(instruction -> all.add(instruction(instruction)));
        }
        List<Block> blocks = new ArrayList<>();
        for (Block block : old.blocks()) {
            List<Argument> arguments = block.id() == 0 ? arguments(block.arguments()) : block.arguments();
            blocks.add(new Block(block.id(), arguments, instructions.get(block.id()), terminator(block.terminator())));
        }
        Region made = new Region(blocks, old.result());
        ViewRef.Captured[] views =
                Stream.concat(kernel.views().stream(), Stream.of(list)).toArray(ViewRef.Captured[]::new);
        Captures all =
                new Captures(List.of(views), kernel.params(), kernel.scalars(), kernel.arrays(), List.of(), List.of());
        return Verifier.verified(new Kernel(
                        kernel.label(), kernel.position(), made, all, kernel.valueCount() + 1, kernel.printing()))
                .body();
    }

    private Instruction load() {
        Argument index = kernel.body().arguments().get(0);
        Instruction load = new Instruction(
                index.id(), Type.I32, index.name(), index.position(), new Op.Load(list), List.of(position), List.of());
        replaced.put(index, load);
        return load;
    }

    private List<Argument> arguments(List<Argument> old) {
        List<Argument> arguments = new ArrayList<>(old);
        arguments.set(0, position);
        return arguments;
    }

    private Instruction instruction(Instruction old) {
        Instruction copy = new Instruction(
                old.id(), old.type(), old.name(), old.position(), old.op(), values(old.operands()), old.regions());
        replaced.put(old, copy);
        return copy;
    }

    private Value value(Value old) {
        return replaced.getOrDefault(old, old);
    }

    private List<Value> values(List<Value> old) {
        return Freeze.mapped(old, this::value);
    }

    private Edge edge(Edge old) {
        return new Edge(old.target(), values(old.arguments()));
    }

    private Terminator terminator(Terminator old) {
        if (old instanceof Terminator.Jump jump) {
            return new Terminator.Jump(edge(jump.edge()), jump.position());
        } else if (old instanceof Terminator.Branch branch) {
            return new Terminator.Branch(
                    value(branch.condition()),
                    edge(branch.whenTrue()),
                    edge(branch.whenFalse()),
                    branch.hint(),
                    branch.position());
        } else if (old instanceof Terminator.Switch choice) {
            List<Edge> cases = choice.cases().stream().map(this::edge).toList();
            return new Terminator.Switch(
                    value(choice.value()), choice.keys(), cases, edge(choice.otherwise()), choice.position());
        }
        Terminator.Return leave = (Terminator.Return) old;
        return new Terminator.Return(leave.value() == null ? null : value(leave.value()), leave.position());
    }
}
