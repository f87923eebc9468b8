/**
 * The tests that every backend must pass, written once against the public types. They reach the backends as core's
 * test-jar: subclasses of {@link org.sporos.contract.KernelContracts} and {@link org.sporos.contract.GraphContracts} in
 * each backend name the spaces to run them on.
 */
package org.sporos.contract;
