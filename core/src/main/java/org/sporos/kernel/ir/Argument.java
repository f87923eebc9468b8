package org.sporos.kernel.ir;

import org.sporos.kernel.SourcePosition;

/**
 * A value that a block receives: the index of the kernel or of a nested range in an entry block, in any other block
 * what each {@link Edge} that enters it passes (a phi).
 */
public final class Argument extends Value {

    Argument(int id, Type type, String name, SourcePosition position) {
        super(id, type, name, position);
    }
}
