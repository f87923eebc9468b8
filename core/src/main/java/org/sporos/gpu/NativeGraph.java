package org.sporos.gpu;

import org.sporos.error.CodedArgumentException;
import org.sporos.error.InternalException;
import org.sporos.graph.CaptureBody;
import org.sporos.graph.CaptureStream;

/**
 * A native graph that somebody else made, in the place of calls to be recorded. Instantiating copies it, so that later
 * changes of it change no executable; it is neither run to warm up nor destroyed.
 *
 * @param handle the native graph
 */
public record NativeGraph(long handle) implements CaptureBody {
    /** Refuses none. */
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
