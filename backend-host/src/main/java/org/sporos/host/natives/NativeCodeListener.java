package org.sporos.host.natives;

/** A kernel that wants C++ code: it gets the code, or the reason why there is none, once and from any thread. */
public interface NativeCodeListener {
    /** Takes the code. */
    void offer(NativeLoop code);

    /** Takes the reason why there will be no code, in words. */
    void refuse(String reason);

    /** Returns the nanoseconds of work that the kernel has done: those with most of it are compiled first. */
    double worked();
}
