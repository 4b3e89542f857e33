// ClassCastException, NegativeArraySize, Arithmetic, ArrayStore and other VM messages.
package exceptions;

import static java.lang.System.out;

class CastMessages {
    static class A { }
    static class B extends A { }
    interface Action { void run() throws Exception; }

    static void attempt(Action a) {
        try {
            a.run();
            out.println("fine");
        } catch (Exception e) {
            out.println(e);
        }
    }

    @SuppressWarnings("unchecked") static <T> T lie(Object o) { return (T) o; }

    public static void main(String[] args) {
        Object s = "str", i = 5, a = new A(), arr = new int[1], objs = new A[1], nested = new int[1][1];
        attempt(() -> { Integer x = (Integer) s; });
        attempt(() -> { String x = (String) i; });
        attempt(() -> { B x = (B) a; });
        attempt(() -> { A x = (A) s; });
        attempt(() -> { String x = (String) a; });
        attempt(() -> { long[] x = (long[]) arr; });
        attempt(() -> { B[] x = (B[]) objs; });
        attempt(() -> { String[] x = (String[]) objs; });
        attempt(() -> { Object[][] x = (Object[][]) nested; });
        attempt(() -> { Runnable x = (Runnable) a; });
        attempt(() -> { Runnable x = (Runnable) s; });
        attempt(() -> { A x = (A) arr; });
        attempt(() -> { String x = CastMessages.<String>lie(1); });
        attempt(() -> { A x = (A) (Object) null; });
        attempt(() -> B.class.cast(a));
        attempt(() -> Integer.class.cast("x"));
        attempt(() -> { Comparable<Object> c = (Comparable<Object>) (Object) "x"; c.compareTo(1); });
        attempt(() -> { java.util.List<String> l = new java.util.ArrayList<>(); ((java.util.List) l).add(1); l.get(0).length(); });
        attempt(() -> { Object[] o = new Integer[1]; o[0] = new A(); });
        attempt(() -> { int[] x = new int[-5]; });
        attempt(() -> Integer.parseInt("12x"));
        attempt(() -> Integer.parseInt(""));
        attempt(() -> Integer.parseInt(null));
        attempt(() -> Long.parseLong("99999999999999999999"));
        attempt(() -> Double.parseDouble("abc"));
        attempt(() -> Double.parseDouble(""));
        attempt(() -> Class.forName("no.such.Type"));
        attempt(() -> new java.util.ArrayList<>().get(0));
        attempt(() -> new java.util.ArrayList<>().iterator().next());
        attempt(() -> java.util.List.of(1).add(2));
        attempt(() -> "abc".substring(-1));
        attempt(() -> new java.util.ArrayDeque<>().pop());
        attempt(() -> java.util.Optional.empty().get());
        attempt(() -> new Object().wait());
        attempt(() -> new Object().notify());
        attempt(() -> Math.toIntExact(1L << 40));
        attempt(() -> Math.addExact(Integer.MAX_VALUE, 1));
        attempt(() -> java.util.Arrays.asList(1, 2).remove(0));
        attempt(() -> new String(new char[2], 1, 5));
        attempt(() -> Thread.sleep(-1));
        attempt(() -> "x".repeat(-1));
        attempt(() -> new StringBuilder("abc").deleteCharAt(3));
        attempt(() -> new StringBuilder("abc").insert(9, 'x'));
        attempt(() -> Character.toChars(-1));
    }
}
