package org.sporos.contract.redeploy;

/** A record whose methods are linked anew by each class loader that loads it. */
public record LinkedRecord(DeployedCode component) {}
