// StringBuilder and StringBuffer: append of each type, insert, delete, replace, setters, capacity.
package strings;

import static java.lang.System.out;

class Builders {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder();
        b.append(true).append('c').append((byte) -1).append((short) 300).append(42).append(-1L << 40).append(1.5f).append(-0.0).append("str").append((String) null).append((Object) null).append(new char[] {'x', 'y'}).append("abcdef", 1, 3).append(new char[] {'p', 'q', 'r'}, 1, 2).append(new StringBuilder("sb")).append(new StringBuffer("buf")).append((CharSequence) "cs").appendCodePoint(0x1F600).append(new Object[0].length);
        out.println(b + " " + b.length());
        b.setLength(10);
        out.println(b + "|");
        b.insert(0, 1.25).insert(2, 'Z').insert(0, true).insert(3, "<>").insert(b.length(), 99L).insert(1, (Object) null).insert(0, new char[] {'!', '!'}).insert(4, "hello", 1, 3);
        out.println(b);
        b.delete(0, 5).deleteCharAt(0).replace(0, 2, "REPLACED").replace(3, 100, "end");
        out.println(b + " " + b.indexOf("e") + " " + b.lastIndexOf("e") + " " + b.indexOf("zz") + " " + b.charAt(1) + " " + b.substring(2) + " " + b.substring(1, 3) + " " + b.subSequence(0, 2));
        b.setCharAt(0, 'é');
        b.setCharAt(1, '€');
        out.println(b + " " + b.codePointAt(1) + " " + b.reverse() + " " + b.isEmpty());
        b.setLength(b.length() + 2);
        out.println((int) b.charAt(b.length() - 1) + " " + b.length());
        b.delete(2, 2).delete(0, 1000);
        out.println("[" + b + "]" + b.isEmpty());
        StringBuffer sb = new StringBuffer("sync");
        sb.append(1).insert(0, "-").reverse().append(sb.length());
        out.println(sb);
        StringBuilder cap = new StringBuilder(5);
        out.println(cap.capacity() + " " + new StringBuilder().capacity() + " " + new StringBuilder("abc").capacity());
        cap.append("123456");
        out.println(cap.capacity() >= 6);
        StringBuilder self = new StringBuilder("ab");
        self.append(self).append(self);
        out.println(self);
        char[] dst = new char[4];
        self.getChars(2, 6, dst, 0);
        out.println(new String(dst) + self.chars().filter(c -> c == 'a').count());
        String[] bad = {"charAt", "setCharAt", "delete", "insert", "replace", "setLength", "substring"};
        for (String s : bad) {
            StringBuilder t = new StringBuilder("abc");
            try {
                switch (s) {
                    case "charAt" -> t.charAt(3);
                    case "setCharAt" -> t.setCharAt(-1, 'x');
                    case "delete" -> t.delete(2, 1);
                    case "insert" -> t.insert(4, "x");
                    case "replace" -> t.replace(4, 5, "x");
                    case "setLength" -> t.setLength(-1);
                    default -> t.substring(2, 9);
                }
                out.println(s + " fine");
            } catch (IndexOutOfBoundsException e) {
                out.println(s + " threw " + (e instanceof StringIndexOutOfBoundsException));
            }
        }
        java.util.StringJoiner j = new java.util.StringJoiner(", ", "{", "}");
        out.println(j + " " + j.length());
        j.setEmptyValue("EMPTY");
        out.println(j);
        j.add("a").add(null).add("");
        out.println(j.merge(new java.util.StringJoiner("-").add("m").add("n")) + " " + j.length());
    }
}
