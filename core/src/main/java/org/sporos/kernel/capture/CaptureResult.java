package org.sporos.kernel.capture;

import org.sporos.kernel.KernelProblem;

/** The outcome of capturing a kernel body: what it runs, or why that cannot be found. */
public sealed interface CaptureResult {

    /** The outcome that the body cannot be captured. */
    record Refused(KernelProblem problem) implements CaptureResult {}

    /** The outcome that the body was captured. */
    record Found(CapturedKernel kernel) implements CaptureResult {}
}
