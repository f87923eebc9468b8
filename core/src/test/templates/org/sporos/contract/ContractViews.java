package org.sporos.contract;

import org.sporos.space.ExecutionSpace;
//#for view
import org.sporos.view.$Type$View;
//#end
import org.sporos.view.RecordView;

/** Makes views of the space of a contract test, which are closed after it. */
abstract class ContractViews {

    abstract ExecutionSpace space();

    /** Has something closed after the test. */
    abstract <T extends AutoCloseable> T own(T closeable);

    final <R extends Record> RecordView<R> records(String label, Class<R> type, long... extents) {
        return own(RecordView.of(label, space(), type, extents));
    }
//#for view

    final $Type$View $type$s(String label, long... extents) {
        return own($Type$View.of(label, space(), extents));
    }

    final $Type$View $type$sOf(String label, $type$... values) {
        return own($Type$View.copyOf(label, space(), values));
    }
//#end
}
