/**
 * The part that CUDA and HIP share: the narrow interface to a GPU's driver, {@link org.sporos.gpu.GpuDriver}, and all
 * that is built on it. {@code GpuExecutable} makes an executable of a plan: {@code GpuSource} emits the text of its
 * kernels, {@code GpuPrograms} compiles and loads it, and {@code LaunchSequenceBuilder} has {@code GpuLowering} put the
 * nodes into a native graph. A submit launches the {@code LaunchSequence} on a {@code GpuStream}.
 */
@NullMarked
package org.sporos.gpu;

import org.jspecify.annotations.NullMarked;
