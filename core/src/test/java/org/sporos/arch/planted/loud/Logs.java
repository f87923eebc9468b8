package org.sporos.arch.planted.loud;

import java.util.List;

/** Logs in a lambda, whose name is then the source of the record. */
public final class Logs {
    private static final System.Logger LOG = System.getLogger("planted");

    private Logs() {}

    /** Logs each text. */
    public static void all(List<String> texts) {
        texts.forEach(text -> LOG.log(System.Logger.Level.DEBUG, text));
    }
}
