package org.sporos.policy;

import java.io.Serializable;

/**
 * Code that runs on a device: a lambda, a method reference or an object with final fields, in the subset of Java that
 * every backend can translate. Serializable so that backends can locate its bytecode; never actually serialized.
 */
public interface KernelBody extends Serializable {}
