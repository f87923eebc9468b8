package org.sporos.contract;

import org.sporos.space.ExecutionSpace;
//#for view
import org.sporos.view.$Type$View;
//#end

/** Makes views of the space of a contract test, which are closed after it. */
abstract class ContractViews {

    abstract ExecutionSpace space();

    /** Has something closed after the test. */
    abstract <T extends AutoCloseable> T own(T closeable);
//#for view

    final $Type$View $type$s(String label, long... extents) {
        return own($Type$View.of(label, space(), extents));
    }

    final $Type$View $type$sOf(String label, $type$... values) {
        return own($Type$View.copyOf(label, space(), values));
    }
//#end
}
