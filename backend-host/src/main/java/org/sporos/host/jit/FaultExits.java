package org.sporos.host.jit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.backend.FaultSite;
import org.sporos.kernel.ir.Type;

/** The fault exits of a method, after its loops: each throws the failure of one site with its indexes. */
final class FaultExits {
    private static final int MOST_INDEXES = 4;
    private final List<FaultSite> sites = new ArrayList<>();
    private final Map<FaultSite, Integer> numbers = new HashMap<>();
    private final List<End> ends = new ArrayList<>();
    private final int arguments;

    /** @param bound the local variable of the {@link KernelArguments} */
    FaultExits(int arguments) {
        this.arguments = arguments;
    }

    private record End(Label label, int site, Type type, List<Integer> indexes, Item item) {}

    /** The current work item: the type and local variables of its indexes. */
    private record Item(Type type, int... indexes) {}

    private Item item = new Item(Type.I32);

    /** Sets the local variables of the work item's indexes for the exits that follow. */
    void item(Type type, int... indexes) {
        item = new Item(type, indexes.clone());
    }

    /** Wraps the exception on the stack in an {@code ItemFailure}, if the item has indexes. */
    static void wrap(MethodWriter code, Type type, int... indexes) {
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

    List<FaultSite> sites() {
        return sites;
    }

    /** Returns the exit of a site that fails at indexes in local variables. */
    Label at(FaultSite site, Type type, List<Integer> indexes) {
        int number = numbers.computeIfAbsent(site, added -> {
            sites.add(added);
            return sites.size() - 1;
        });
        End end = new End(new Label(), number, type, List.copyOf(indexes), item);
        ends.add(end);
        return end.label();
    }

    /** Writes all exits since the last call. */
    void write(MethodWriter code) {
        for (End end : ends) {
            code.at(end.label());
            code.reference(arguments);
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
            wrap(code, end.item().type(), end.item().indexes());
            code.op(Opcodes.ATHROW);
        }
        ends.clear();
    }
}
