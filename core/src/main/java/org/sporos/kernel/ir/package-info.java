/**
 * The kernel IR: typed values in static single assignment over basic blocks.
 *
 * <p>A {@link org.sporos.kernel.ir.Kernel} has one {@link org.sporos.kernel.ir.Region}; a region has
 * {@link org.sporos.kernel.ir.Region.Block}s in reverse postorder, the entry first, whose arguments are the indexes. A
 * block has {@link org.sporos.kernel.ir.Region.Argument}s (in place of phi instructions: each edge passes their
 * values), {@link org.sporos.kernel.ir.Region.Instruction}s and one {@link org.sporos.kernel.ir.Region.Terminator}. An
 * instruction is an {@link org.sporos.kernel.ir.Op} on {@link org.sporos.kernel.ir.Region.Value}s:
 *
 * <ul>
 *   <li>{@link org.sporos.kernel.ir.Op.Constant}, {@link org.sporos.kernel.ir.Op.Scalar} (captured, of known value),
 *       {@link org.sporos.kernel.ir.Op.Param} (of unknown value unless bounded): no operands;
 *   <li>{@link org.sporos.kernel.ir.Op.Operator}s ({@link org.sporos.kernel.ir.Op.Binary} and others): Java's exact
 *       semantics; operand types determine the width;
 *   <li>{@link org.sporos.kernel.ir.Op.Load}, {@link org.sporos.kernel.ir.Op.Store},
 *       {@link org.sporos.kernel.ir.Op.Atomic}, {@link org.sporos.kernel.ir.Op.Extent} of a
 *       {@link org.sporos.kernel.ir.ViewRef}; indexes are checked; a failed check ends the work item in Java, and
 *       continues with 0 on a device;
 *   <li>{@link org.sporos.kernel.ir.Op.ArrayNew}, ArrayLoad, ArrayStore of a {@link org.sporos.kernel.ir.LocalArray};
 *   <li>{@link org.sporos.kernel.ir.Op.Print}: a printed line, without effect on results;
 *   <li>team operations: {@link org.sporos.kernel.ir.Op.Range}, {@link org.sporos.kernel.ir.Op.Reduce} and
 *       {@link org.sporos.kernel.ir.Op.Single} have a nested region, {@link org.sporos.kernel.ir.Op.Scan} has two.
 *       Nested regions use values of enclosing regions.
 * </ul>
 *
 * <p>There are no calls: methods are inlined and records replaced by their components. A value has a
 * {@link org.sporos.kernel.SourcePosition} (file, line, method and call chain) and the name of its first source
 * variable, if any. Views, params, scalars and local arrays have unique names. Control flow from javac and ECJ is
 * reducible; {@link org.sporos.kernel.ir.ControlFlow} has predecessors, dominators and loops.
 *
 * <p>Void instructions are unused values of type VOID. Classes are final or sealed and immutable;
 * {@link org.sporos.kernel.ir.Verifier} defines well-formed kernels.
 */
@NullMarked
package org.sporos.kernel.ir;

import org.jspecify.annotations.NullMarked;
