package org.sporos.kernel.cpp;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.TeamQuery;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/** Writes the values of one body as expressions. */
final class CppExpressions {
    private final FunctionContext body;
    private final Accesses accesses;
    private @Nullable Set<Instruction> scalars;

    CppExpressions(FunctionContext body) {
        this.body = body;
        this.accesses = new Accesses(body, this::use);
    }

    Accesses accesses() {
        return accesses;
    }

    /** Returns the use of a value: its variable, or its expression if it is inlined. */
    Expr use(Value value) {
        if (body.inlining.isInlined(value)) {
            return of((Instruction) value);
        }
        return Expr.variable(body.variable(value));
    }

    /** Returns the expression of an instruction. */
    Expr of(Instruction at) {
        Op op = at.op();
        if (op instanceof Op.Constant literal) {
            return Words.literal(literal.type(), literal.bits());
        } else if (op instanceof Op.Scalar || op instanceof Op.Param) {
            return Expr.word(body.scalar(at));
        } else if (op instanceof Op.Extent extent) {
            String name = body.extent(extent.view(), extent.dimension());
            boolean isInt = body.isInt(extent.view(), extent.dimension());
            return isInt ? Expr.cast("long long", Expr.word(name)) : Expr.word(name);
        } else if (op instanceof Binary binary) {
            return binary(at, binary);
        } else if (op instanceof Unary) {
            return negation(at);
        } else if (op instanceof Compare compare) {
            return compare(at, compare);
        } else if (op instanceof Conversion conversion) {
            return conversion(at, conversion);
        } else if (op instanceof MathFunction function) {
            return math(at, function);
        } else if (op instanceof Op.Select select) {
            return select.isMasked()
                    ? Expr.call("java::choose", use(at.operand(0)), use(at.operand(1)), use(at.operand(2)))
                    : select(at);
        } else if (op instanceof TeamQuery query) {
            return Expr.word("team." + query.name().toLowerCase(Locale.ROOT));
        }
        return accesses.of(at);
    }

    private Expr negation(Instruction at) {
        Expr a = use(at.operand(0));
        if (at.type() == Type.BOOL) {
            return a.not();
        }
        boolean plain = at.type().isFloating() || body.checks.cannotOverflow(at);
        return plain ? Expr.unary("-", a) : Expr.call("java::neg", a);
    }

    private Expr compare(Instruction at, Compare compare) {
        String sign = switch (compare) {
            case EQ -> "==";
            case NE -> "!=";
            case LT -> "<";
            case LE -> "<=";
            case GT -> ">";
            case GE -> ">=";
        };
        int level = compare == Compare.EQ || compare == Compare.NE ? Expr.EQUALITY : Expr.RELATION;
        return Expr.binary(use(at.operand(0)), sign, level, use(at.operand(1)));
    }

    private Expr select(Instruction at) {
        Expr condition = use(at.operand(0));
        Expr yes = use(at.operand(1));
        Expr no = use(at.operand(2));
        if (at.type() != Type.BOOL) {
            return Expr.conditional(condition, yes, no);
        } else if (no.text().equals("false")) {
            return Expr.binary(condition, "&&", Expr.AND, yes);
        } else if (yes.text().equals("true")) {
            return Expr.binary(condition, "||", Expr.OR, no);
        }
        return Expr.conditional(condition, yes, no);
    }

    private Expr binary(Instruction at, Binary op) {
        if (at.type() == Type.BOOL) {
            return switch (op) {
                case AND -> Expr.binary(use(at.operand(0)), "&&", Expr.AND, use(at.operand(1)));
                case OR -> Expr.binary(use(at.operand(0)), "||", Expr.OR, use(at.operand(1)));
                case XOR -> Expr.binary(use(at.operand(0)), "!=", Expr.EQUALITY, use(at.operand(1)));
                default -> throw new InternalException("booleans know no " + op);
            };
        }
        return switch (op) {
            case ADD -> arithmetic(at, "+", Expr.SUM, "java::add");
            case SUB -> arithmetic(at, "-", Expr.SUM, "java::sub");
            case MUL -> arithmetic(at, "*", Expr.PRODUCT, "java::mul");
            case DIV -> division(at, "/", "java::div");
            case REM -> division(at, "%", "java::rem");
            case AND -> Expr.binary(use(at.operand(0)), "&", Expr.BIT_AND, use(at.operand(1)));
            case OR -> Expr.binary(use(at.operand(0)), "|", Expr.BIT_OR, use(at.operand(1)));
            case XOR -> Expr.binary(use(at.operand(0)), "^", Expr.BIT_XOR, use(at.operand(1)));
            case SHL -> Expr.call("java::shl", use(at.operand(0)), use(at.operand(1)));
            case SHR -> shiftRight(at);
            case USHR -> Expr.call("java::ushr", use(at.operand(0)), use(at.operand(1)));
        };
    }

    private Expr shiftRight(Instruction at) {
        Expr distance = use(at.operand(1));
        Long by = ConstantFolding.literal(at.operand(1));
        boolean plain = by != null && by >= 0 && by < (at.type() == Type.I32 ? Integer.SIZE : Long.SIZE);
        return plain
                ? Expr.binary(use(at.operand(0)), ">>", Expr.SHIFT, distance)
                : Expr.call("java::shr", use(at.operand(0)), distance);
    }

    private Expr arithmetic(Instruction at, String sign, int level, String function) {
        boolean plain = at.type().isFloating() || body.checks.cannotOverflow(at);
        Expr a = use(at.operand(0));
        Expr b = use(at.operand(1));
        return plain ? Expr.binary(a, sign, level, b) : Expr.call(function, a, b);
    }

    private Expr division(Instruction at, String sign, String function) {
        Expr a = use(at.operand(0));
        Expr b = use(at.operand(1));
        if (at.type().isFloating()) {
            return sign.equals("/") ? Expr.binary(a, sign, Expr.PRODUCT, b) : Expr.call(function, a, b);
        } else if (body.checks.mayDivideByZero(at)) {
            return checkedDivision(at, function, a, b);
        }
        if (body.options.speculates() && body.checks.isUnsigned(at)) {
            String type = body.checks.isUnsignedInt(at) ? "unsigned" : "unsigned long long";
            return Expr.call(function + "_as<" + type + ">", a, b);
        }
        boolean plain = body.checks.cannotOverflow(at) || isPositive(at.operand(1));
        return plain ? Expr.binary(a, sign, Expr.PRODUCT, b) : Expr.call(function, a, b);
    }

    private Expr checkedDivision(Instruction at, String function, Expr a, Expr b) {
        if (!body.options.checked()) {
            return Expr.call(function + "_or_0", a, b);
        }
        int site = body.division(at);
        return Expr.call(function, Expr.word("fault"), Expr.word(Integer.toString(site)), a, b);
    }

    private static boolean isPositive(Value value) {
        Long literal = ConstantFolding.literal(value);
        return literal != null && literal > 0;
    }

    private Expr conversion(Instruction at, Conversion conversion) {
        Expr a = use(at.operand(0));
        return switch (conversion) {
            case I2L -> Expr.cast("long long", a);
            case I2F, L2F -> Expr.call("java::to_float", a);
            case I2D, L2D -> Expr.call("java::to_double", a);
            case D2F -> rootOfFloat(at) ? Expr.call("java::sqrt", floatRoot(at)) : Expr.cast("float", a);
            case F2D -> Expr.cast("double", a);
            case L2I -> narrow(at, a);
            case F2I, D2I -> Expr.call(isScalar(at) ? "java::to_one_int" : "java::to_int", a);
            case F2L, D2L -> Expr.call(isScalar(at) ? "java::to_one_long" : "java::to_long", a);
            case I2B -> Expr.call("java::to_byte", a);
            case I2S -> Expr.call("java::to_short", a);
            case I2C -> Expr.call("java::to_char", a);
            case BOOL2I -> Expr.cast("int", a);
            case F32_BITS, F64_BITS -> Expr.call("java::bits", a);
            case BITS_F32 -> Expr.call("java::f32", a);
            case BITS_F64 -> Expr.call("java::f64", a);
        };
    }

    private boolean isScalar(Instruction conversion) {
        return scalars().contains(conversion);
    }

    private Set<Instruction> scalars() {
        if (scalars == null) {
            scalars = ScalarConversions.of(body);
        }
        return scalars;
    }

    /**
     * The square root of a float, computed in double and rounded, equals the one computed in float: 53 bits suffice.
     */
    private boolean rootOfFloat(Instruction at) {
        return at.operand(0) instanceof Instruction root
                && root.op() == MathFunction.SQRT
                && body.inlining.isInlined(root)
                && root.operand(0) instanceof Instruction wide
                && wide.op() == Conversion.F2D
                && body.inlining.isInlined(wide);
    }

    private Expr floatRoot(Instruction at) {
        Instruction root = (Instruction) at.operand(0);
        return use(((Instruction) root.operand(0)).operand(0));
    }

    /** An extent passed as an int needs no conversion to long and back. */
    private Expr narrow(Instruction at, Expr a) {
        if (at.operand(0) instanceof Instruction from
                && from.op() instanceof Op.Extent extent
                && body.isInt(extent.view(), extent.dimension())) {
            return Expr.word(body.extent(extent.view(), extent.dimension()));
        }
        return Expr.cast("int", a);
    }

    private Expr math(Instruction at, MathFunction function) {
        Expr[] operands = new Expr[at.operands().size()];
        for (int k = 0; k < operands.length; k++) {
            operands[k] = use(at.operand(k));
        }
        String name = "java::" + function.name().toLowerCase(Locale.ROOT);
        if (at.isDivision() && body.checks.mayDivideByZero(at)) {
            return checkedDivision(at, name, operands[0], operands[1]);
        }
        return Expr.call(name, operands);
    }
}
