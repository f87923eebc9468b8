package org.sporos.contract;

import org.sporos.space.ExecutionSpace;
[#list views as t]
import org.sporos.view.${t.Type}View;
[/#list]
import org.sporos.view.RecordView;

/** Makes views of the space of a contract test, which are closed after it. */
abstract class ContractViews {

    abstract ExecutionSpace space();

    /** Has something closed after the test. */
    abstract <T extends AutoCloseable> T own(T closeable);

    final <R extends Record> RecordView<R> records(String label, Class<R> type, long... extents) {
        return own(RecordView.of(label, space(), type, extents));
    }
[#list views as t]

    final ${t.Type}View ${t.type}s(String label, long... extents) {
        return own(${t.Type}View.of(label, space(), extents));
    }

    final ${t.Type}View ${t.type}sOf(String label, ${t.type}... values) {
        return own(${t.Type}View.copyOf(label, space(), values));
    }
[/#list]
}
