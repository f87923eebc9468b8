package org.sporos.policy;

/**
 * The selector of a switch node, evaluated on the device.
 *
 * <pre>{@code
 * root.thenSwitch("phase", () -> indexes.get(0), first, second);
 * }</pre>
 */
@FunctionalInterface
public interface Selector extends KernelBody {

    /** Returns the index of the case to run, from views and params; no case runs if it is out of range. */
    int index();
}
