package org.sporos.host.jit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.host.natives.AccessLocation;
import org.sporos.kernel.ir.Type;

/** The failing ends of a method: out of the way of its loops, each says which place has failed by which indexes. */
final class FaultExits {
    private static final int MOST_INDEXES = 4;
    private final List<AccessLocation> sites = new ArrayList<>();
    private final Map<AccessLocation, Integer> numbers = new HashMap<>();
    private final List<End> ends = new ArrayList<>();
    private final int bound;

    /** @param bound the local variable that holds the {@link KernelArguments} */
    FaultExits(int bound) {
        this.bound = bound;
    }

    private record End(Label label, int site, Type type, List<Integer> indexes, Item item) {}

    /** The work item that code is written for: the type of its indexes and the local variables that hold them. */
    private record Item(Type type, int... indexes) {}

    private Item item = new Item(Type.I32);

    /** Says which local variables hold the indexes of the work item from now on. */
    void item(Type type, int... indexes) {
        item = new Item(type, indexes.clone());
    }

    /** Wraps the exception on the stack into one that names a work item, if it has indexes. */
    static void name(MethodWriter code, Type type, int... indexes) {
        if (indexes.length == 0) {
            return;
        }
        for (int index : indexes) {
            code.load(type, index);
        }
        if (indexes.length == 1 && type == Type.I32) {
            code.op(Opcodes.I2L);
        }
        String ints = indexes.length == 1 ? "J" : "I".repeat(indexes.length);
        code.out.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                "org/sporos/host/natives/ItemFailure",
                "of",
                "(Ljava/lang/RuntimeException;" + ints + ")Ljava/lang/RuntimeException;",
                false);
    }

    List<AccessLocation> sites() {
        return sites;
    }

    /** Returns where to jump when a place fails by indexes that are in local variables. */
    Label at(AccessLocation site, Type type, List<Integer> indexes) {
        int number = numbers.computeIfAbsent(site, added -> {
            sites.add(added);
            return sites.size() - 1;
        });
        End end = new End(new Label(), number, type, List.copyOf(indexes), item);
        ends.add(end);
        return end.label();
    }

    /** Writes the ends that have come together since the last time. */
    void write(MethodWriter code) {
        for (End end : ends) {
            code.at(end.label());
            code.reference(bound);
            code.number(end.site());
            for (int k = 0; k < MOST_INDEXES; k++) {
                if (k < end.indexes().size()) {
                    code.load(end.type(), end.indexes().get(k));
                    if (end.type() == Type.I32) {
                        code.op(Opcodes.I2L);
                    }
                } else {
                    code.op(Opcodes.LCONST_0);
                }
            }
            code.invokeOn("org/sporos/host/jit/KernelArguments", "fault", "(IJJJJ)Ljava/lang/RuntimeException;");
            name(code, end.item().type(), end.item().indexes());
            code.op(Opcodes.ATHROW);
        }
        ends.clear();
    }
}
