/**
 * The common part of the CUDA and HIP backends, built on a narrow interface to a GPU driver, {@link
 * org.sporos.gpu.GpuDriver}. {@code GpuExecutable} instantiates a plan: {@code GpuSource} emits the text of its
 * kernels, {@code GpuPrograms} compiles and loads it, and {@code LaunchSequenceBuilder} and {@code GpuLowering} add its
 * nodes to a native graph. A submit launches the {@code LaunchSequence} on a {@code GpuStream}.
 */
@NullMarked
package org.sporos.gpu;

import org.jspecify.annotations.NullMarked;
