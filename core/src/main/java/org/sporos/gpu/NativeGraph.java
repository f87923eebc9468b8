package org.sporos.gpu;

import org.sporos.error.CodedArgumentException;
import org.sporos.error.InternalException;
import org.sporos.graph.CaptureBody;
import org.sporos.graph.CaptureStream;

/**
 * A native graph of the user as the body of a capture. Instantiation copies it, so later changes do not affect
 * executables; it has no warm-up run and is not destroyed.
 *
 * @param handle the native graph
 */
public record NativeGraph(long handle) implements CaptureBody {
    /** Checks the handle. */
    public NativeGraph {
        if (handle == 0) {
            throw new CodedArgumentException("S270", "a native graph has the address 0; give an existing one");
        }
    }

    @Override
    public void record(CaptureStream stream) {
        throw new InternalException("a native graph is recorded, which is a node as it is");
    }
}
