package org.sporos.gpu;

/** The kinds of native graph nodes in use. */
public enum NodeKind {
    KERNEL,
    COPY,
    FILL,
    HOST,
    CHILD,
    EMPTY,
    EVENT_WAIT,
    EVENT_RECORD,
    SEMAPHORE_SIGNAL,
    SEMAPHORE_WAIT,
    ALLOCATE,
    FREE,
    CONDITIONAL,
    OTHER
}
