package org.sporos.kernel.cpp;

import java.util.List;

/**
 * One launch of an entry of a program. Several may share an entry.
 *
 * @param label the label of the node
 * @param entry the name of the function; on the host that of its {@code extern "C" void(void**)} caller
 * @param arguments what is passed for each parameter
 * @param sites the places that can fail; a fault names one by its number
 * @param prints the places that print; a printed line names one by its number
 * @param geometry the threads on a GPU
 */
public record CppLaunch(
        String label,
        String entry,
        List<CppArgument> arguments,
        List<CppSite> sites,
        List<CppPrints.Site> prints,
        CppGeometry geometry) {
    /** Keeps unmodifiable copies. */
    public CppLaunch {
        arguments = List.copyOf(arguments);
        sites = List.copyOf(sites);
        prints = List.copyOf(prints);
    }

    /** Makes one of code that does not print. */
    public CppLaunch(
            String label, String entry, List<CppArgument> arguments, List<CppSite> sites, CppGeometry geometry) {
        this(label, entry, arguments, sites, List.of(), geometry);
    }
}
