package org.sporos.spi;

import java.lang.System.Logger;

/** Log calls that never throw: a thread that serves runs must not end because there is no memory to say what it met. */
public final class SafeLog {

    private SafeLog() {}

    /** Logs what was thrown, if that is possible. */
    public static void log(Logger log, Logger.Level level, String text, Throwable thrown) {
        try {
            log.log(level, text, thrown);
        } catch (Throwable unheard) {
            // Neither the logger nor the methods of what was thrown can be relied on.
        }
    }
}
