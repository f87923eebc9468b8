package org.sporos.kernel.bytecode;

import java.util.List;
import org.sporos.kernel.ir.Region.Value;

/** Emits the operations of a supported JDK method. */
interface Intrinsic {
    Slot emit(Emitter e, List<Value> a);
}
