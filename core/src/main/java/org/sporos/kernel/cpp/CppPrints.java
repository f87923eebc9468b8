package org.sporos.kernel.cpp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sporos.internal.run.PrintedLine;
import org.sporos.kernel.ir.Op;

/**
 * The layout of the print buffer: two ints, the number of printed lines and the capacity, then the lines. A line has
 * the number of its launch, that of its print (counted from 1), four indexes and three values. Stateless.
 */
public final class CppPrints {
    /** The size of the header. */
    public static final int HEAD = 8;

    /** The size of a line. */
    public static final int LINE = 64;

    private static final int FIRST_INDEX = 8;
    private static final int FIRST_VALUE = 40;

    private CppPrints() {}

    /**
     * A print in a kernel.
     *
     * @param op the print operation
     * @param body the number of the kernel in its unit
     */
    public record Site(Op.Print op, int body) {}

    /** Returns the number of the launch of a line. */
    public static int launch(ByteBuffer line) {
        return line.order(ByteOrder.nativeOrder()).getInt(0);
    }

    /** Returns the number of its print among {@link CppLaunch#prints()}. */
    public static int site(ByteBuffer line) {
        return line.order(ByteOrder.nativeOrder()).getInt(4) - 1;
    }

    /** Returns a line. */
    public static PrintedLine read(ByteBuffer line, int node, Site site) {
        ByteBuffer b = line.order(ByteOrder.nativeOrder());
        return new PrintedLine(
                node,
                b.getLong(FIRST_INDEX),
                b.getLong(FIRST_INDEX + 8),
                b.getLong(FIRST_INDEX + 16),
                b.getLong(FIRST_INDEX + 24),
                site.op().format(),
                site.op().doubles(),
                b.getLong(FIRST_VALUE),
                b.getLong(FIRST_VALUE + 8),
                b.getLong(FIRST_VALUE + 16));
    }
}
