// A class file of version 52: access methods, switch maps, lambdas without indy strings.
// @release 8
package versions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

class Java8 {
    private int hidden = 4;
    private static String secret(String s) { return s + "?"; }

    class Inner {
        private int more = hidden++;
        private int read() { return hidden + more; }
    }

    interface Shape { default String name() { return getClass().getSimpleName(); } static Shape unit() { return new Shape() { }; } }

    static class Sq implements Shape { }

    enum Level { LOW, HIGH { @Override int weight() { return 10; } }; int weight() { return 1; } }

    public static void main(String[] args) throws Exception {
        Java8 j = new Java8();
        Inner in = j.new Inner();
        in.more += 5;
        System.out.println(in.read() + " " + j.hidden + secret("s") + new Sq().name() + Shape.unit().name().isEmpty());
        Map<String, List<Integer>> m = new HashMap<>();
        for (int i = 0; i < 6; i++) m.computeIfAbsent(i % 2 == 0 ? "even" : "odd", k -> new ArrayList<>()).add(i);
        System.out.println(m + " " + Arrays.asList(3, 1, 2).stream().sorted().map(String::valueOf).collect(Collectors.joining("-")) + Optional.of(1).map(x -> x + 1).get());
        for (Level l : Level.values()) switch (l) { case LOW: System.out.print("low" + l.weight()); break; case HIGH: System.out.println("high" + l.weight()); }
        Object o = j;
        synchronized (o) { System.out.println(o instanceof Java8 ? "is" : "not"); }
        try (AutoCloseable a = () -> System.out.println("close a"); AutoCloseable b = () -> { throw new IllegalStateException("close b"); }) {
            throw new Exception("body");
        } catch (Exception e) {
            System.out.println(e.getMessage() + e.getSuppressed()[0].getMessage());
        }
        StringBuilder sb = new StringBuilder();
        for (char c = 'a'; c < 'e'; c++) sb.append(c).append((int) c);
        System.out.println(sb + "" + 1 + 2L + 3.0f + 'c' + null);
        assert j.hidden == 5 : "hidden is " + j.hidden;
        int[][] grid = new int[2][3];
        grid[1][2]++;
        System.out.println(grid[1][2] + Arrays.deepToString(grid));
        j.getClass().getDeclaredMethod("secret", String.class);
    }
}
