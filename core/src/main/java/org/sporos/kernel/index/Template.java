package org.sporos.kernel.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.bytecode.KernelLifter;
import org.sporos.kernel.bytecode.Lifted;
import org.sporos.kernel.capture.CapturedKernel;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.Captures;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.ParamRef;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.ScalarRef;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.kernel.passes.Binding;
import org.sporos.param.BooleanParam;
import org.sporos.param.DoubleParam;
import org.sporos.param.FloatParam;
import org.sporos.param.IntParam;
import org.sporos.param.LongParam;
import org.sporos.param.Param;
import org.sporos.policy.KernelBody;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.View;
import org.sporos.view.ViewSpec;

/**
 * A kernel that was lifted with marked numbers in the place of the captured ones, and with views and params of nobody in the
 * place of those of the user. Where the marks have come out as nothing but captured scalars, the numbers do not decide about
 * the code, and the kernel serves for all of them. Immutable.
 */
final class Template {
    private static final int MARK = 0x53E3_0D01;
    private static final int STEP = 7919;

    private final Kernel kernel;
    /** The places among the captured values, or -1 for what does not come from there directly. */
    private final int[] viewFrom;

    private final int[] paramFrom;
    private final int[] scalarFrom;

    private Template(Kernel kernel, List<@Nullable Object> marked) {
        this.kernel = kernel;
        this.viewFrom = kernel.views().stream()
                .mapToInt(ref -> indexOf(marked, ref.view()))
                .toArray();
        this.paramFrom = kernel.params().stream()
                .mapToInt(ref -> indexOf(marked, ref.param()))
                .toArray();
        Map<Long, Integer> marks = marks(marked);
        this.scalarFrom = kernel.scalars().stream()
                .mapToInt(ref -> marks.getOrDefault(ref.bits(), -1))
                .toArray();
    }

    /** Returns the template of a body, or null if its captured numbers may decide about its code. */
    static @Nullable Template of(KernelLifter lifter, String label, KernelBody body, CapturedKernel captured) {
        List<@Nullable Object> marked = new ArrayList<>();
        Map<Object, Object> standIns = new IdentityHashMap<>();
        for (Object value : captured.captured()) {
            boolean isUsers = value instanceof View || value instanceof Param;
            marked.add(
                    isUsers
                            ? standIns.computeIfAbsent(value, Template::standIn)
                            : marked(value, MARK + STEP * marked.size()));
        }
        CapturedKernel kernel = new CapturedKernel(
                captured.loader(),
                captured.owner(),
                captured.name(),
                captured.descriptor(),
                captured.isStatic(),
                captured.samName(),
                captured.samDescriptor(),
                marked);
        Lifted lifted = lifter.lift(label, body, kernel);
        if (!(lifted instanceof Lifted.Translated translated)) {
            return null;
        }
        Map<Long, Integer> marks = marks(marked);
        return isClean(translated.kernel(), marks) ? new Template(translated.kernel(), marked) : null;
    }

    /** Returns a view of the same type and rank that has no memory, or a param of the same type. */
    private static Object standIn(Object value) {
        if (value instanceof View view) {
            long[] extents = new long[view.rank()];
            Arrays.fill(extents, 1);
            ViewSpec<?> spec = switch (view.elementType()) {
                case DOUBLE -> DoubleView.spec(extents);
                case FLOAT -> FloatView.spec(extents);
                case INT -> IntView.spec(extents);
                case LONG -> LongView.spec(extents);
            };
            // Its label becomes a name in the code where the class file has none.
            return spec.inGraph(view.label());
        } else if (value instanceof DoubleParam) {
            return DoubleParam.of("template", 0);
        } else if (value instanceof FloatParam) {
            return FloatParam.of("template", 0);
        } else if (value instanceof IntParam) {
            return IntParam.of("template", 0);
        } else if (value instanceof LongParam) {
            return LongParam.of("template", 0);
        }
        return BooleanParam.of("template", false);
    }

    private static @Nullable Object marked(@Nullable Object value, int mark) {
        if (value instanceof Integer) {
            return mark;
        } else if (value instanceof Long) {
            return (long) mark << Short.SIZE;
        } else if (value instanceof Float) {
            return Float.intBitsToFloat(mark);
        }
        return value instanceof Double ? (Object) Double.longBitsToDouble((long) mark << Short.SIZE) : value;
    }

    private static Map<Long, Integer> marks(List<@Nullable Object> marked) {
        Map<Long, Integer> marks = new HashMap<>();
        for (int k = 0; k < marked.size(); k++) {
            if (CapturedShape.isNumber(marked.get(k))) {
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

    /** A mark that has become a constant or a length has decided something. */
    private static boolean isClean(Kernel kernel, Map<Long, Integer> marks) {
        for (LocalArray array : kernel.arrays()) {
            if (marks.containsKey((long) array.length())) {
                return false;
            }
        }
        return isClean(kernel.body(), marks);
    }

    private static boolean isClean(Region region, Map<Long, Integer> marks) {
        for (Block block : region.blocks()) {
            for (Instruction i : block.instructions()) {
                boolean folded = i.op() instanceof Op.Constant constant && marks.containsKey(constant.bits());
                if (folded || i.regions().stream().anyMatch(nested -> !isClean(nested, marks))) {
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

    /** Returns the kernel for a node, with its captured values, which are of the same shape. */
    KernelTemplates.Bound bind(String label, List<@Nullable Object> captured) {
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
        Kernel bound = kernel.with(label, new Captures(views, params, scalars, kernel.arrays(), kernel.scratches()));
        return new KernelTemplates.Bound(bound, Binding.of(bound));
    }
}
