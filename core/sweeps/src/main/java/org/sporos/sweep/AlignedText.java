package org.sporos.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;

/** A table as text: one line a row, columns of equal width two spaces apart. */
final class AlignedText {
    private static final String GAP = "  ";

    private AlignedText() {}

    static String of(List<? extends SweepCase<?, ?>> rows) {
        SweepColumns columns = new SweepColumns(rows);
        List<List<String>> texts = new ArrayList<>();
        for (String name : columns.names()) {
            texts.add(column(name, rows, columns));
        }
        StringBuilder text = new StringBuilder();
        for (int line = 0; line <= rows.size(); line++) {
            StringBuilder cells = new StringBuilder();
            for (List<String> column : texts) {
                cells.append(column.get(line)).append(GAP);
            }
            text.append(cells.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** Returns the cells of a column, its name first, all of one width. */
    private static List<String> column(String name, List<? extends SweepCase<?, ?>> rows, SweepColumns columns) {
        List<String> cells = new ArrayList<>(List.of(Labels.shown(name)));
        boolean isRight = true;
        for (SweepCase<?, ?> row : rows) {
            Map<String, @Nullable Object> values = columns.values(row);
            Object value = values.get(name);
            isRight &= value == null || Cell.isNumber(value);
            cells.add(Labels.shown(Cell.text(value)));
        }
        int width = cells.stream().mapToInt(String::length).max().orElse(0);
        boolean right = isRight;
        return cells.stream().map(cell -> padded(cell, width, right)).toList();
    }

    private static String padded(String cell, int width, boolean right) {
        String spaces = " ".repeat(width - cell.length());
        return right ? spaces + cell : cell + spaces;
    }
}
