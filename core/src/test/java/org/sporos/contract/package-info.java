/**
 * The tests that every backend must pass, written once against the public types. They reach the backends as core's
 * test-jar: a subclass of {@link org.sporos.contract.AllContracts} in each backend names the spaces to run them on.
 */
package org.sporos.contract;
