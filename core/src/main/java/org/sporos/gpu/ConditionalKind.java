package org.sporos.gpu;

/** The kinds of conditional graph nodes. */
public enum ConditionalKind {
    /** Runs its first body where the value is not 0; its second, if it has one, where it is. */
    IF,
    /** Runs its body while the value is not 0. */
    WHILE,
    /** Runs the body whose number the value is. */
    SWITCH
}
