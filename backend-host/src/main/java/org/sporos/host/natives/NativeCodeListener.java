package org.sporos.host.natives;

/** Receives the C++ code of a kernel, or the reason why there is none, once and from any thread. */
public interface NativeCodeListener {
    /** Receives the code. */
    void offer(NativeLoop code);

    /** Receives the reason why there will be no code. */
    void refuse(String reason);

    /** Returns the nanoseconds of work that the kernel has done; kernels with most work are compiled first. */
    double worked();
}
