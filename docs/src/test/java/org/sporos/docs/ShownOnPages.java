package org.sporos.docs;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a class whose tests are shown on pages: they run on host, strictly, and what they print must be what the block
 * {@code <!-- output: Class.method -->} of a page shows.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(PrintedOutput.class)
@interface ShownOnPages {}
