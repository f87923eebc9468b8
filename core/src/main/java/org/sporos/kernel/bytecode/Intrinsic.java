package org.sporos.kernel.bytecode;

import java.util.List;
import org.sporos.kernel.ir.Region.Value;

/** Emits a call of a method of the JDK that is a part of the language. */
interface Intrinsic {
    Slot emit(Emitter e, List<Value> a);
}
