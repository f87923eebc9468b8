package org.sporos.gpu;

/** The kinds of conditional graph nodes. */
public enum ConditionalKind {
    /** Runs the first body if the value is not 0, else the second body if there is one. */
    IF,
    /** Runs the body while the value is not 0. */
    WHILE,
    /** Runs the body whose index is the value. */
    SWITCH
}
