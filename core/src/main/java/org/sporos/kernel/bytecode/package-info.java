/**
 * Lifts the bytecode of captured methods to the IR by abstract interpretation.
 *
 * <p>{@link org.sporos.kernel.bytecode.KernelLifter} is the entry point. A method is interpreted block by block in
 * reverse postorder with a {@link org.sporos.kernel.bytecode.State} of {@link org.sporos.kernel.bytecode.Slot}s: IR
 * values, and references to known objects, so that all calls can be resolved and inlined. Unsupported code is reported
 * as a problem and results in an unknown slot, so that all problems are found at once.
 */
@NullMarked
package org.sporos.kernel.bytecode;

import org.jspecify.annotations.NullMarked;
