package org.sporos.kernel.capture;

import org.jspecify.annotations.Nullable;

/** The value of a field, which may be null. */
public record FieldValue(@Nullable Object value) {}
