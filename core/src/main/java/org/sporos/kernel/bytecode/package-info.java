/**
 * Lifts the bytecode of captured methods to the IR by abstract interpretation.
 *
 * <p>{@link org.sporos.kernel.bytecode.KernelLifter} is the way in. A method is walked block by block in reverse
 * postorder with a {@link org.sporos.kernel.bytecode.State} of {@link org.sporos.kernel.bytecode.Slot}s: IR values, and
 * references whose object is known, which is what lets all calls be resolved and inlined. What is not in the language
 * is noted as a problem and becomes an unknown slot, so that one walk finds all problems.
 */
@NullMarked
package org.sporos.kernel.bytecode;

import org.jspecify.annotations.NullMarked;
