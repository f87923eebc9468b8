package org.sporos.kernel.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.Region.Block;

/**
 * A kernel in the IR: one region whose arguments are those of the body's interface (indexes; of a team body none), and
 * the views, params and scalars that it captured. Immutable. Made of a {@link KernelBuilder} by {@link Freeze},
 * well-formed as {@link Verifier} defines.
 */
public final class Kernel {
    private final String label;
    private final SourcePosition position;
    private final Region body;
    private final Captures captures;
    private final int valueCount;
    private final @Nullable Printing printing;

    /** Found when it is first asked for, by any thread. */
    private @Nullable Boolean hasLoops;

    /** @param printing the calls of {@code Debug.print} in it, or null if there are none */
    Kernel(
            String label,
            SourcePosition position,
            Region body,
            Captures captures,
            int valueCount,
            @Nullable Printing printing) {
        this.label = label;
        this.position = position;
        this.body = body;
        this.captures = captures;
        this.valueCount = valueCount;
        this.printing = printing;
    }

    /** Returns the label of the node that it belongs to. */
    public String label() {
        return label;
    }

    /** Returns where its body begins in the source. */
    public SourcePosition position() {
        return position;
    }

    /** Returns its body. */
    public Region body() {
        return body;
    }

    /** Returns whether a part of it may run more than once for one call. */
    public boolean hasLoops() {
        Boolean known = hasLoops;
        if (known == null) {
            known = !ControlFlow.of(body).loops().isEmpty();
            hasLoops = known;
        }
        return known;
    }

    /** Returns what it captured. */
    public Captures captures() {
        return captures;
    }

    /** Returns the captured views that it uses, each once, in the order of their first use in the source. */
    public List<ViewRef.Captured> views() {
        return captures.views();
    }

    /** Returns the params that it reads. */
    public List<ParamRef> params() {
        return captures.params();
    }

    /** Returns the captured scalars that it uses. */
    public List<ScalarRef> scalars() {
        return captures.scalars();
    }

    /** Returns its local arrays and its tables of constants. */
    public List<LocalArray> arrays() {
        return captures.arrays();
    }

    /** Returns the Java arrays whose contents are its tables. */
    public List<TableRef> tables() {
        return captures.tables();
    }

    /** Returns the scratch views of its team. */
    public List<ViewRef.Scratch> scratches() {
        return captures.scratches();
    }

    /**
     * Returns the same code for another node, with other views, params and scalars behind the same names. Its
     * instructions still refer to the names that they were built with: ask {@link #views()} by the index of a name for
     * what it stands for.
     */
    public Kernel with(String otherLabel, Captures others) {
        return new Kernel(otherLabel, position, body, others, valueCount, printing);
    }

    /** Returns other code with the same captures, which prints nothing. */
    public Kernel with(List<Block> blocks, Type result, int values) {
        return new Kernel(label, position, new Region(blocks, result), captures, values, null);
    }

    /** Returns the number of its values: ids are below it. */
    public int valueCount() {
        return valueCount;
    }

    /** Returns the calls of {@code Debug.print} in it, or null if there are none. */
    public @Nullable Printing printing() {
        return printing;
    }

    /** Returns whether its work items print. */
    public boolean prints() {
        return printing != null && !printing.silent();
    }

    /** Returns it as {@link #toString} does, with the source position of each instruction. */
    public String withLines() {
        return Printer.print(label, body, captures, true);
    }

    /** Returns it as the {@link Printer} prints it. */
    @Override
    public String toString() {
        return Printer.print(label, body, captures, false);
    }
}
