/**
 * The kernel IR: typed values in static single assignment over basic blocks.
 *
 * <p>A {@link org.sporos.kernel.ir.Kernel} has one {@link org.sporos.kernel.ir.Region}; a region has
 * {@link org.sporos.kernel.ir.Region.Block}s in reverse postorder, the entry first, whose arguments are the indexes. A
 * block has {@link org.sporos.kernel.ir.Region.Argument}s (which take the place of phi instructions: each edge passes
 * their values), {@link org.sporos.kernel.ir.Region.Instruction}s and one
 * {@link org.sporos.kernel.ir.Region.Terminator}. An instruction is an {@link org.sporos.kernel.ir.Op} on
 * {@link org.sporos.kernel.ir.Region.Value}s:
 *
 * <ul>
 *   <li>{@link org.sporos.kernel.ir.Op.Constant}, {@link org.sporos.kernel.ir.Op.Scalar} (captured, value known),
 *       {@link org.sporos.kernel.ir.Op.Param} (live, value unknown unless bounded): no operands;
 *   <li>{@link org.sporos.kernel.ir.Op.Operator}s ({@link org.sporos.kernel.ir.Op.Binary} and others): Java's exact
 *       meaning, the operand types choose the width;
 *   <li>{@link org.sporos.kernel.ir.Op.Load}, {@link org.sporos.kernel.ir.Op.Store},
 *       {@link org.sporos.kernel.ir.Op.Atomic}, {@link org.sporos.kernel.ir.Op.Extent} of a
 *       {@link org.sporos.kernel.ir.ViewRef}; indexes are checked against the view, and a failing check ends the item
 *       in Java, but goes on with 0 on a device;
 *   <li>{@link org.sporos.kernel.ir.Op.ArrayNew}, ArrayLoad, ArrayStore of a {@link org.sporos.kernel.ir.LocalArray};
 *   <li>{@link org.sporos.kernel.ir.Op.Print}: a line, which serves for people alone;
 *   <li>team operations, of which {@link org.sporos.kernel.ir.Op.Range}, {@link org.sporos.kernel.ir.Op.Reduce} and
 *       {@link org.sporos.kernel.ir.Op.Single} run a nested region, and {@link org.sporos.kernel.ir.Op.Scan} two.
 *       Nested regions use values of the regions around them.
 * </ul>
 *
 * <p>There are no calls: all methods are inlined, and records are taken apart into their components. Every value has a
 * {@link org.sporos.kernel.SourcePosition} (file, line, method and the calls that led there) and the name of the source
 * variable that it was first stored to, if any. Views, params, scalars and local arrays have names that are unique in
 * the kernel. Control flow is reducible for what javac and ECJ emit; {@link org.sporos.kernel.ir.ControlFlow} has
 * predecessors, dominators and loops.
 *
 * <p>Void instructions are values of type VOID that nothing uses. The class of an object is final or sealed, everything
 * is immutable, and {@link org.sporos.kernel.ir.Verifier} says what is well-formed.
 */
@NullMarked
package org.sporos.kernel.ir;

import org.jspecify.annotations.NullMarked;
