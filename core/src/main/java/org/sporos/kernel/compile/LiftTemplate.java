package org.sporos.kernel.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Required;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.bytecode.KernelLifter;
import org.sporos.kernel.bytecode.Lifted;
import org.sporos.kernel.capture.CapturedFields;
import org.sporos.kernel.capture.CapturedKernel;
import org.sporos.kernel.capture.FieldValue;
import org.sporos.kernel.ir.Captures;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.ParamRef;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.ScalarRef;
import org.sporos.kernel.ir.TableRef;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.param.Param;
import org.sporos.policy.KernelBody;
import org.sporos.view.View;

/**
 * A kernel lifted with placeholders for views, params and numbers, and with a record of all reads from captured
 * objects. It applies to other captures if the same reads give values of the same kinds; it is then bound to their
 * views, params and numbers. Refers to no objects of a graph. Immutable.
 *
 * <p>Numbers are replaced by marks. If marks occur as captured scalars only, the code is independent of the numbers;
 * else the template is lifted from the actual numbers and applies to these only.
 */
final class LiftTemplate {
    private final Kernel kernel;
    private final List<Object> kinds;
    private final List<Source> sources;
    private final boolean marked;
    private final boolean lasting;
    /** Indexes into the recorded values, or -1 for values not read directly. */
    private final int[] viewFrom;

    private final int[] paramFrom;
    private final int[] scalarFrom;
    private final int[] tableFrom;
    private final List<LocalArray> tables;

    /** Creates the reader of one lift. */
    interface Readers {
        RecordingReader make(boolean marks);
    }

    private LiftTemplate(Kernel kernel, RecordingReader reader, boolean marked) {
        // A template must not retain arrays of the user.
        this.kernel = kernel.with(
                kernel.label(),
                new Captures(
                        kernel.views(),
                        kernel.params(),
                        kernel.scalars(),
                        kernel.arrays(),
                        kernel.scratches(),
                        List.of()));
        this.kinds = List.copyOf(reader.kinds());
        this.sources = List.copyOf(reader.sources());
        this.marked = marked;
        this.lasting = reader.isLasting();
        List<@Nullable Object> substituted = reader.substituted();
        this.viewFrom = new int[kernel.views().size()];
        for (ViewRef.Captured ref : kernel.views()) {
            viewFrom[ref.index()] = indexOf(substituted, ref.view());
        }
        this.paramFrom = new int[kernel.params().size()];
        for (ParamRef ref : kernel.params()) {
            paramFrom[ref.index()] = indexOf(substituted, ref.param());
        }
        this.tableFrom = kernel.tables().stream()
                .mapToInt(table -> indexOf(substituted, table.source()))
                .toArray();
        this.tables = kernel.tables().stream().map(TableRef::array).toList();
        Map<Long, Integer> marks = marked ? marks(substituted) : Map.of();
        this.scalarFrom = new int[kernel.scalars().size()];
        for (ScalarRef ref : kernel.scalars()) {
            scalarFrom[ref.index()] = marks.getOrDefault(ref.bits(), -1);
        }
    }

    /** Returns the template of a body, or null if none is possible. */
    static @Nullable LiftTemplate of(KernelLifter lifter, String label, KernelBody body, CapturedKernel captured) {
        CapturedFields fields = new CapturedFields();
        return of(lifter, label, body, captured, marks -> new RecordingReader(fields, captured.loader(), marks));
    }

    /** @param readers creates readers, with or without marks */
    static @Nullable LiftTemplate of(
            KernelLifter lifter, String label, KernelBody body, CapturedKernel captured, Readers readers) {
        LiftTemplate any = of(lifter, label, body, captured, readers, true);
        return any != null ? any : of(lifter, label, body, captured, readers, false);
    }

    private static @Nullable LiftTemplate of(
            KernelLifter lifter,
            String label,
            KernelBody body,
            CapturedKernel captured,
            Readers readers,
            boolean marked) {
        RecordingReader reader = readers.make(marked);
        if (!(lifter.lift(label, body, captured, reader) instanceof Lifted.Translated translated)) {
            return null;
        }
        boolean isClean = !marked || isClean(translated.kernel(), marks(reader.substituted()));
        return isClean && reader.isComplete() ? new LiftTemplate(translated.kernel(), reader, marked) : null;
    }

    /** Returns whether it may be cached with the class of its body. */
    boolean isLasting() {
        return lasting;
    }

    /** Returns the values of the recorded reads, captured values first, or null if a kind differs. */
    private @Nullable List<@Nullable Object> values(List<@Nullable Object> captured, CapturedFields fields) {
        List<@Nullable Object> values = new ArrayList<>(kinds.size());
        for (int k = 0; k < kinds.size(); k++) {
            int read = k - captured.size();
            boolean isPrimitive = read < 0 || sources.get(read).isPrimitive();
            if (read < 0) {
                values.add(captured.get(k));
            } else {
                Optional<FieldValue> found = sources.get(read).read(values, fields);
                if (found.isEmpty()) {
                    return null;
                }
                values.add(found.get().value());
            }
            Object kind = isPrimitive ? ValueKind.of(values, k, marked) : ValueKind.ofReference(values, k);
            if (!kind.equals(kinds.get(k))) {
                return null;
            }
        }
        return values;
    }

    private static Map<Long, Integer> marks(List<@Nullable Object> marked) {
        Map<Long, Integer> marks = new HashMap<>();
        for (int k = 0; k < marked.size(); k++) {
            if (ValueKind.isNumber(marked.get(k))) {
                marks.put(bits(marked.get(k)), k);
            }
        }
        return marks;
    }

    private static long bits(@Nullable Object number) {
        if (number instanceof Double d) {
            return Double.doubleToRawLongBits(d);
        } else if (number instanceof Float f) {
            return Float.floatToRawIntBits(f);
        }
        return number instanceof Number n ? n.longValue() : 0;
    }

    /** A mark as a constant or array length means that the number affects the code. */
    private static boolean isClean(Kernel kernel, Map<Long, Integer> marks) {
        for (LocalArray array : kernel.arrays()) {
            if (!array.isTable() && marks.containsKey((long) array.length())) {
                return false;
            }
        }
        return isClean(kernel.body(), marks);
    }

    private static boolean isClean(Region region, Map<Long, Integer> marks) {
        for (Block block : region.blocks()) {
            for (Instruction i : block.instructions()) {
                boolean clean = !(i.op() instanceof Op.Constant constant && marks.containsKey(constant.bits()));
                for (Region nested : i.regions()) {
                    clean &= isClean(nested, marks);
                }
                if (!clean) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int indexOf(List<@Nullable Object> values, Object value) {
        for (int k = 0; k < values.size(); k++) {
            if (values.get(k) == value) {
                return k;
            }
        }
        return -1;
    }

    /** Returns the kernel bound to captured values, or null if the template does not apply. */
    LiftResult.@Nullable Bound bind(String label, List<@Nullable Object> captured, CapturedFields fields) {
        List<@Nullable Object> values = values(captured, fields);
        return values == null ? null : bind(label, values);
    }

    private LiftResult.Bound bind(String label, List<@Nullable Object> captured) {
        List<ViewRef.Captured> views = new ArrayList<>();
        for (ViewRef.Captured ref : kernel.views()) {
            int from = viewFrom[ref.index()];
            View view = from >= 0 && captured.get(from) instanceof View other ? other : ref.view();
            views.add(new ViewRef.Captured(ref.index(), ref.name(), view));
        }
        List<ParamRef> params = new ArrayList<>();
        for (ParamRef ref : kernel.params()) {
            int from = paramFrom[ref.index()];
            Param param = from >= 0 && captured.get(from) instanceof Param other ? other : ref.param();
            params.add(new ParamRef(ref.index(), ref.name(), param));
        }
        List<ScalarRef> scalars = new ArrayList<>();
        for (ScalarRef ref : kernel.scalars()) {
            int from = scalarFrom[ref.index()];
            long bits = from >= 0 ? bits(captured.get(from)) : ref.bits();
            scalars.add(new ScalarRef(ref.index(), ref.name(), ref.type(), bits));
        }
        List<TableRef> sources = new ArrayList<>();
        for (int k = 0; k < tables.size(); k++) {
            sources.add(new TableRef(tables.get(k), Required.internal(captured.get(tableFrom[k]), "an array")));
        }
        Captures captures =
                new Captures(views, params, scalars, kernel.arrays(), kernel.scratches(), List.copyOf(sources));
        Kernel bound = kernel.with(label, captures);
        return new LiftResult.Bound(bound, Binding.of(bound));
    }
}
