package org.sporos.kernel.capture;

import org.sporos.kernel.KernelProblem;

/** The result of capturing a kernel body: its method and captured values, or a problem. */
public sealed interface CaptureResult {

    /** A body that cannot be captured. */
    record Refused(KernelProblem problem) implements CaptureResult {}

    /** A captured body. */
    record Found(CapturedKernel kernel) implements CaptureResult {}
}
