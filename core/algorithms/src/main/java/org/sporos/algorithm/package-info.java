/**
 * Building blocks of applications, as graphs and tasks to nest in graphs: sorting ({@link
 * org.sporos.algorithm.RadixSort}), compaction ({@link org.sporos.algorithm.Compaction}), distinct keys ({@link
 * org.sporos.algorithm.Unique}), permutation ({@link org.sporos.algorithm.Permutation}), cell lists ({@link
 * org.sporos.algorithm.CellLists}), segments ({@link org.sporos.algorithm.SegmentedReduce}, {@link
 * org.sporos.algorithm.SegmentedScan}), histograms ({@link org.sporos.algorithm.Histogram}), reductions and scans of
 * records ({@link org.sporos.algorithm.RecordReduction}, {@link org.sporos.algorithm.RecordScan}) and sparse matrices
 * ({@link org.sporos.algorithm.CsrAssembly}, {@link org.sporos.algorithm.CsrTranspose}, {@link
 * org.sporos.algorithm.SparseProduct}). {@link org.sporos.algorithm.Complex} numbers are records for kernels.
 *
 * <p>Their results do not depend on the backend, the number of threads or the shape of a launch. Numbers of elements
 * may be written by a kernel. Temporary memory belongs to a {@link org.sporos.algorithm.Workspace}, so the graphs may
 * be bodies of loops and branches. The package uses the public interface of the library alone.
 *
 * @since 0.1.0
 */
@CheckReturnValue
@NullMarked
package org.sporos.algorithm;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
