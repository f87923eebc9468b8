package org.sporos.kernel.capture;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.invoke.SerializedLambda;
import org.jspecify.annotations.Nullable;

/** The stream that a lambda is written to in order to see its {@link SerializedLambda}; it keeps nothing else. */
final class LambdaStream extends ObjectOutputStream {
    private @Nullable SerializedLambda seen;

    private LambdaStream() throws IOException {
        super(OutputStream.nullOutputStream());
        enableReplaceObject(true);
    }

    /** Returns the serialised form of a lambda, or null if the object is none or is not serializable. */
    static @Nullable SerializedLambda read(Object lambda) {
        try (LambdaStream stream = new LambdaStream()) {
            stream.writeObject(lambda);
            return stream.seen;
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    @Override
    protected Object replaceObject(Object written) {
        if (seen == null && written instanceof SerializedLambda lambda) {
            seen = lambda;
        }
        // A placeholder: what the lambda captured need not be serializable and is not visited.
        return "";
    }
}
