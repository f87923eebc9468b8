package org.sporos.kernel.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.Region.Block;

/**
 * A kernel in the IR: a region, whose arguments are the indexes (none for a team body), and its captured views, params
 * and scalars. Immutable. Built by {@link KernelBuilder} and {@link Freeze}, checked by {@link Verifier}.
 */
public final class Kernel {
    private final String label;
    private final SourcePosition position;
    private final Region body;
    private final Captures captures;
    private final int valueCount;
    private final @Nullable Printing printing;

    /** Computed lazily by any thread. */
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

    /** Returns the label of its node. */
    public String label() {
        return label;
    }

    /** Returns the source position of the body. */
    public SourcePosition position() {
        return position;
    }

    /** Returns the body. */
    public Region body() {
        return body;
    }

    /** Returns whether the body has a loop. */
    public boolean hasLoops() {
        Boolean known = hasLoops;
        if (known == null) {
            known = !ControlFlow.of(body).loops().isEmpty();
            hasLoops = known;
        }
        return known;
    }

    /** Returns the captures. */
    public Captures captures() {
        return captures;
    }

    /** Returns the captured views, each once, in the order of first use. */
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
     * Returns the same code for another node and other captures. Its instructions keep the references of the original
     * kernel; {@link #views()} at the index of a reference has the view of this kernel.
     */
    public Kernel with(String otherLabel, Captures others) {
        return new Kernel(otherLabel, position, body, others, valueCount, printing);
    }

    /** Returns other code with the same captures and no prints. */
    public Kernel with(List<Block> blocks, Type result, int values) {
        return new Kernel(label, position, new Region(blocks, result), captures, values, null);
    }

    /** Returns the number of values, an exclusive bound of their ids. */
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

    /** Returns the printed IR with source positions. */
    public String withLines() {
        return Printer.print(label, body, captures, true);
    }

    /** Returns the printed IR. */
    @Override
    public String toString() {
        return Printer.print(label, body, captures, false);
    }
}
