package org.sporos.arch;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** That what users can see of a class names no type of a library that they should not need to know. */
final class Signatures extends ArchCondition<JavaClass> {
    private static final List<String> HIDDEN = List.of("com.google.", "org.objectweb.asm.", "org.bytedeco.");

    Signatures() {
        super("name no types of Guava, ASM or JavaCPP in public signatures");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        Consumer<JavaType> outer = seen -> look(type, type.getName(), seen, events);
        type.getSuperclass().ifPresent(outer);
        type.getInterfaces().forEach(outer);
        for (JavaMember member : type.getMembers()) {
            if (isVisible(member)) {
                types(member).forEach(seen -> look(type, member.getFullName(), seen, events));
            }
        }
    }

    private static boolean isVisible(JavaMember member) {
        return member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
    }

    private static Stream<JavaType> types(JavaMember member) {
        if (member instanceof JavaField field) {
            return Stream.of(field.getType());
        }
        JavaCodeUnit code = (JavaCodeUnit) member;
        Stream<JavaType> thrown = code.getExceptionTypes().stream().map(JavaType.class::cast);
        return Stream.concat(Stream.concat(Stream.of(code.getReturnType()), code.getParameterTypes().stream()), thrown);
    }

    private static void look(JavaClass owner, String where, JavaType seen, ConditionEvents events) {
        for (JavaClass raw : seen.getAllInvolvedRawTypes()) {
            String name = raw.getBaseComponentType().getName();
            if (HIDDEN.stream().anyMatch(name::startsWith)) {
                events.add(SimpleConditionEvent.violated(owner, where + " names " + name));
            }
        }
    }
}
