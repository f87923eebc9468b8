package org.sporos.policy;

import java.io.Serializable;

/**
 * Code that runs on a device: a lambda, a method reference or an object with final fields, written in the subset of
 * Java that every backend can translate. It is serializable so that a backend can find its bytecode; it is never
 * written anywhere.
 */
public interface KernelBody extends Serializable {}
