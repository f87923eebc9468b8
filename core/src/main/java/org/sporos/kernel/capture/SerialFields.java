package org.sporos.kernel.capture;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamConstants;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads private fields of a serializable object of a closed module from its serialized form, in which referenced
 * objects are replaced by numbers. Supports default serialization only.
 */
final class SerialFields implements ObjectStreamConstants {
    private final List<Object> references;
    private final List<@Nullable Object> handles = new ArrayList<>();
    private final Map<String, @Nullable Object> fields = new HashMap<>();
    private final DataInputStream in;

    private SerialFields(byte[] bytes, List<Object> references) {
        this.in = new DataInputStream(new ByteArrayInputStream(bytes));
        this.references = references;
    }

    /** Returns the values by {@code class#field}, primitives boxed, or null if unsupported. */
    static @Nullable Map<String, @Nullable Object> of(Object object) {
        if (!(object instanceof Serializable)) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Writer writer = new Writer(bytes, object)) {
            writer.writeObject(object);
            writer.flush();
            SerialFields reader = new SerialFields(bytes.toByteArray(), writer.references);
            return reader.read(object);
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    private Map<String, @Nullable Object> read(Object root) throws IOException {
        in.readInt();
        expect(TC_OBJECT);
        List<ClassLayout> layouts = new ArrayList<>();
        for (ClassLayout layout = layout(); layout != null; layout = layout()) {
            layouts.add(0, layout);
        }
        handles.add(root);
        for (ClassLayout layout : layouts) {
            for (Slot slot : layout.slots()) {
                fields.put(layout.name() + "#" + slot.name(), value(slot.type()));
            }
        }
        return fields;
    }

    private record Slot(char type, String name) {}

    private record ClassLayout(String name, List<Slot> slots) {}

    private @Nullable ClassLayout layout() throws IOException {
        int tag = in.readByte();
        if (tag == TC_NULL) {
            return null;
        }
        require(tag == TC_CLASSDESC);
        String name = in.readUTF();
        in.readLong();
        handles.add(null);
        require(in.readByte() == SC_SERIALIZABLE);
        List<Slot> slots = new ArrayList<>();
        for (int left = in.readShort(); left > 0; left--) {
            Slot slot = new Slot((char) in.readByte(), in.readUTF());
            if (slot.type() == 'L' || slot.type() == '[') {
                text();
            }
            slots.add(slot);
        }
        expect(TC_ENDBLOCKDATA);
        return new ClassLayout(name, slots);
    }

    private @Nullable Object value(char type) throws IOException {
        return switch (type) {
            case 'Z' -> in.readBoolean();
            case 'B' -> in.readByte();
            case 'C' -> in.readChar();
            case 'S' -> in.readShort();
            case 'I' -> in.readInt();
            case 'J' -> in.readLong();
            case 'F' -> in.readFloat();
            case 'D' -> in.readDouble();
            default -> text();
        };
    }

    /** Reads a string; numbers from {@link Writer} become the referenced objects. */
    private @Nullable Object text() throws IOException {
        int tag = in.readByte();
        if (tag == TC_NULL) {
            return null;
        }
        if (tag == TC_REFERENCE) {
            return handles.get(in.readInt() - baseWireHandle);
        }
        require(tag == TC_STRING);
        String text = in.readUTF();
        Object object = text.startsWith(Writer.MARK) ? references.get(Integer.parseInt(text.substring(1))) : text;
        handles.add(object);
        return object;
    }

    private void expect(int tag) throws IOException {
        require(in.readByte() == tag);
    }

    private static void require(boolean isSupported) throws IOException {
        if (!isSupported) {
            throw new IOException("not the default serialised form");
        }
    }

    /** Writes an object with numbered placeholders for referenced objects. */
    private static final class Writer extends ObjectOutputStream {
        static final String MARK = "#";
        private final List<Object> references = new ArrayList<>();
        private final Object root;

        Writer(OutputStream out, Object root) throws IOException {
            super(out);
            this.root = root;
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object written) {
            if (written == root) {
                return root;
            }
            references.add(written);
            return MARK + (references.size() - 1);
        }
    }
}
