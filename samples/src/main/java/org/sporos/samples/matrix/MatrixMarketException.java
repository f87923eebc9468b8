package org.sporos.samples.matrix;

import java.io.IOException;

/** Thrown when a Matrix Market file is malformed or of an unsupported kind. Its message has the file and the line. */
public final class MatrixMarketException extends IOException {
    private static final long serialVersionUID = 1L;

    MatrixMarketException(String message) {
        super(message);
    }
}
