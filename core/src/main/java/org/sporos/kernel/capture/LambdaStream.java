package org.sporos.kernel.capture;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.invoke.SerializedLambda;
import org.jspecify.annotations.Nullable;

/** A stream that intercepts the {@link SerializedLambda} of a written lambda and discards the bytes. */
final class LambdaStream extends ObjectOutputStream {
    private @Nullable SerializedLambda seen;

    private LambdaStream() throws IOException {
        super(OutputStream.nullOutputStream());
        enableReplaceObject(true);
    }

    /** Returns the serialized form of a lambda, or null if the object is no serializable lambda. */
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
        // A placeholder: captured values need not be serializable and are not written.
        return "";
    }
}
