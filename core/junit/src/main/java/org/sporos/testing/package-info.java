/**
 * For tests of users' own code with JUnit 5.9 or newer: a test method runs on every execution space of this machine.
 * The package is optional: nothing else of the library needs JUnit.
 *
 * <pre>{@code
 * class FillTest {
 *     @OnEachSpace
 *     void a_fill_sets_all(ExecutionSpace space) {
 *         try (DoubleView x = DoubleView.of("x", space, 100)) {
 *             space.fill("seven", x, 7);
 *             Assertions.assertEquals(7, x.toArray()[99]);
 *         }
 *     }
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
@NullMarked
package org.sporos.testing;

import org.jspecify.annotations.NullMarked;
