package org.sporos.policy;

/**
 * The choice that a switch node makes on the device.
 *
 * <pre>{@code
 * root.thenSwitch("phase", () -> indexes.get(0), first, second);
 * }</pre>
 */
@FunctionalInterface
public interface Selector extends KernelBody {

    /** Returns the index of the case to run, from views and params; one that names no case runs none. */
    int index();
}
